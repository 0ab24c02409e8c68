# Tests of the demos: each scene without a window, the command line, and the window itself under Xvfb.
foreach(name recording presets measure condition fuzzy)
    thud_add_test_program(demos_${name} unit/demos/test_${name}.c)
    target_link_libraries(test_demos_${name} PRIVATE thud_session)
endforeach()
target_compile_definitions(test_demos_presets PRIVATE THUD_DEMOS_PRESETS="${PROJECT_SOURCE_DIR}/demos/presets")
if(NOT WIN32)
    thud_add_test_program(demos_sweep unit/demos/test_sweep.c)
    target_compile_definitions(test_demos_sweep PRIVATE THUD_DEMOS_SWEEPS="${PROJECT_SOURCE_DIR}/demos/sweeps"
        THUD_DEMOS_PRESETS="${PROJECT_SOURCE_DIR}/demos/presets")
    target_link_libraries(test_demos_sweep PRIVATE thud_sweep)
endif()
find_package(SDL2 REQUIRED)
thud_add_test_program(demos_camera unit/demos/test_camera.c ${PROJECT_SOURCE_DIR}/demos/app/camera.c)
target_include_directories(test_demos_camera PRIVATE ${PROJECT_SOURCE_DIR}/demos/app)
target_link_libraries(test_demos_camera PRIVATE thud_sdl)
thud_add_test_program(demos_gamepad unit/demos/test_gamepad.c ${PROJECT_SOURCE_DIR}/demos/app/gamepad.c)
target_include_directories(test_demos_gamepad PRIVATE ${PROJECT_SOURCE_DIR}/demos/app)
target_link_libraries(test_demos_gamepad PRIVATE thud_scenes thud_sdl)
if(TARGET thud_tiled)
    thud_add_test_program(demos_platformer scene/test_platformer_scene.c)
    target_link_libraries(test_demos_platformer PRIVATE thud_scenes thud::tiled)
    target_compile_definitions(test_demos_platformer PRIVATE THUD_PLATFORMER_LEVEL="${PROJECT_SOURCE_DIR}/demos/levels/platformer.tmj")
endif()
thud_add_test_program(demos_scenes scene/test_demo_scenes.c)
target_link_libraries(test_demos_scenes PRIVATE thud_scenes)
thud_add_test_program(demos_play scene/test_play_scenes.c)
target_link_libraries(test_demos_play PRIVATE thud_scenes)
thud_add_test_program(demos_random_play scene/test_demo_random_play.c)
target_compile_definitions(test_demos_random_play PRIVATE THUD_DEMOS_LEVEL="${PROJECT_SOURCE_DIR}/demos/levels/hills.tmj")
target_link_libraries(test_demos_random_play PRIVATE thud_session)

if(WIN32)
    add_test(NAME demos_headless COMMAND thud-demos --headless pile --steps 60 --png demos_headless.png)
else()
    add_executable(thud_picture_check ${CMAKE_CURRENT_LIST_DIR}/picture_check.c)
    target_include_directories(thud_picture_check SYSTEM PRIVATE ${THUD_STB_INCLUDE_DIR})
    target_link_libraries(thud_picture_check PRIVATE thud_build_flags m)
    set_target_properties(thud_picture_check PROPERTIES THUD_LEVEL 1)
    foreach(scene bounce friction pyramid pile bullets fast collide level platformer joints obb shapes volumes select boxes3 arcade buoyancy explosion
            sensors events
            conveyor wall
            ragdoll vehicle bridge gears terrain fields)
        add_test(NAME demos_headless_${scene} COMMAND ${CMAKE_CURRENT_LIST_DIR}/headless_test.sh
            $<TARGET_FILE:thud-demos> $<TARGET_FILE:thud_picture_check> ${scene})
    endforeach()
    add_test(NAME demos_command_line COMMAND ${CMAKE_CURRENT_LIST_DIR}/command_line_test.sh $<TARGET_FILE:thud-demos>)
    add_test(NAME demos_run_without_a_display COMMAND ${CMAKE_CURRENT_LIST_DIR}/run_test.sh $<TARGET_FILE:thud-demos>)
    add_test(NAME demos_sweep_command COMMAND ${CMAKE_CURRENT_LIST_DIR}/sweep_test.sh
        $<TARGET_FILE:thud-demos> ${PROJECT_SOURCE_DIR}/demos/sweeps)
    add_test(NAME window COMMAND ${CMAKE_CURRENT_LIST_DIR}/window_test.sh
        $<TARGET_FILE:thud-demos> $<TARGET_FILE:thud_picture_check>)
    add_test(NAME window_panel COMMAND ${CMAKE_CURRENT_LIST_DIR}/panel_test.sh
        $<TARGET_FILE:thud-demos> $<TARGET_FILE:thud_picture_check>)
    if(TARGET thud_tiled)
        add_test(NAME window_play COMMAND ${CMAKE_CURRENT_LIST_DIR}/play_test.sh
            $<TARGET_FILE:thud-demos> $<TARGET_FILE:thud_picture_check>)
        set_tests_properties(window_play PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 120)
    endif()
    add_test(NAME window_preset COMMAND ${CMAKE_CURRENT_LIST_DIR}/follow_test.sh $<TARGET_FILE:thud-demos>)
    set_tests_properties(window window_panel window_preset PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()

# Its calls go through the functions __wrap_... of the test, which look at the world before and after.
thud_add_test_program(scene_failing_memory scene/test_failing_memory.c)
target_compile_definitions(test_scene_failing_memory PRIVATE THUD_DEMOS_LEVEL="${PROJECT_SOURCE_DIR}/demos/levels/hills.tmj")
target_link_libraries(test_scene_failing_memory PRIVATE thud_bench_scenes thud_scenes thud_tools m)
foreach(call world_create world_step body_create body_add_shape body_add_circle body_add_capsule body_add_segment body_add_box
        body_add_hull chain_create target_joint_create revolute_joint_create distance_joint_create weld_joint_create
        prismatic_joint_create wheel_joint_create motor_joint_create gear_joint_create pulley_joint_create ratchet_joint_create
        filter_joint_create body_destroy body_configure body_teleport body_set_mass body_apply_force body_apply_force_to_center
        body_wake body_sleep body_remove_shape shape_configure shape_set_geometry joint_destroy world_explode world_apply_wind
        world_apply_buoyancy world_apply_gravity_area)
    target_link_options(test_scene_failing_memory PRIVATE -Wl,--wrap=thud_${call})
endforeach()
