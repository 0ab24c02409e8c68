# Tests of the demos: each scene without a window, the command line, and the window itself under Xvfb.
thud_add_test(demos_tiled unit/demos/test_tiled.c)
target_link_libraries(test_demos_tiled PRIVATE thud_scenes)

add_executable(thud_picture_check ${CMAKE_CURRENT_LIST_DIR}/picture_check.c)
target_include_directories(thud_picture_check SYSTEM PRIVATE ${THUD_STB_INCLUDE_DIR})
target_link_libraries(thud_picture_check PRIVATE thud_build_flags m)
foreach(scene bounce friction pyramid pile bullets fast collide level obb shapes volumes select boxes3 arcade)
    add_test(NAME demos_headless_${scene} COMMAND ${CMAKE_CURRENT_LIST_DIR}/headless_test.sh
        $<TARGET_FILE:thud-demos> $<TARGET_FILE:thud_picture_check> ${scene})
endforeach()
add_test(NAME demos_command_line COMMAND ${CMAKE_CURRENT_LIST_DIR}/command_line_test.sh $<TARGET_FILE:thud-demos>)
add_test(NAME window COMMAND ${CMAKE_CURRENT_LIST_DIR}/window_test.sh
    $<TARGET_FILE:thud-demos> $<TARGET_FILE:thud_picture_check>)
set_tests_properties(window PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 120)
