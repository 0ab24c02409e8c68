# The bench: scenes on every engine that is found, and micro benchmarks of single stages. Built, not run by CTest,
# but for one smoke case.

add_executable(bench_broadphase bench/micro/broadphase.c)
target_link_libraries(bench_broadphase PRIVATE thud_internal thud_build_flags)
target_include_directories(bench_broadphase PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
add_executable(bench_narrowphase bench/micro/narrowphase.c)
target_link_libraries(bench_narrowphase PRIVATE thud_internal thud_build_flags)
add_executable(bench_pairs bench/micro/pairs.c)
target_link_libraries(bench_pairs PRIVATE thud_test_reference thud_internal thud_build_flags)
target_include_directories(bench_pairs PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
find_path(THUD_CUTE_C2_INCLUDE_DIR cute_c2.h DOC "Folder of cute_c2.h, a peer that bench_pairs compares with where it is found")
if(THUD_CUTE_C2_INCLUDE_DIR)
    add_library(thud_cute_c2 STATIC bench/micro/cute_c2.c)
    target_include_directories(thud_cute_c2 SYSTEM PUBLIC ${THUD_CUTE_C2_INCLUDE_DIR})
    target_compile_options(thud_cute_c2 PRIVATE -w)
    target_compile_definitions(bench_pairs PRIVATE THUD_BENCH_CUTE_C2)
    target_link_libraries(bench_pairs PRIVATE thud_cute_c2)
endif()

find_path(THUD_CJSON_INCLUDE_DIR cjson/cJSON.h REQUIRED DOC "Folder of cjson/cJSON.h (Debian: libcjson-dev)")
find_library(THUD_CJSON_LIBRARY cjson REQUIRED DOC "The cJSON library (Debian: libcjson-dev)")
find_path(THUD_CHIPMUNK_INCLUDE_DIR chipmunk/chipmunk.h DOC "Folder of chipmunk/chipmunk.h (Debian: libchipmunk-dev)")
find_library(THUD_CHIPMUNK_LIBRARY chipmunk DOC "The Chipmunk library (Debian: libchipmunk-dev)")
find_package(box2d CONFIG QUIET)
add_executable(bench_queries bench/micro/queries.c)
target_link_libraries(bench_queries PRIVATE thud_internal thud_build_flags m)
if(TARGET box2d::box2d)
    target_compile_definitions(bench_queries PRIVATE THUD_BENCH_BOX2D)
    target_link_libraries(bench_queries PRIVATE box2d::box2d)
endif()

find_package(Threads REQUIRED)
add_executable(thud-bench
    bench/main.c
    bench/batch.c
    bench/child.c
    bench/cores.c
    bench/gain.c
    bench/measure.c
    bench/median.c
    bench/quality.c
    bench/report.c
    bench/step_times.c
    bench/engines.c
)
target_link_libraries(thud-bench PRIVATE thud_bench_scenes thud_build_flags ${THUD_CJSON_LIBRARY} Threads::Threads)
target_include_directories(thud-bench SYSTEM PRIVATE ${THUD_CJSON_INCLUDE_DIR})
set_target_properties(thud-bench PROPERTIES C_EXTENSIONS OFF)

# Each engine has one file, which is left out where the engine is not found.
if(TARGET box2d::box2d)
    target_sources(thud-bench PRIVATE bench/engine_box2d.c)
    target_compile_definitions(thud-bench PRIVATE BENCH_HAS_BOX2D)
    target_link_libraries(thud-bench PRIVATE box2d::box2d)
endif()
if(THUD_CHIPMUNK_INCLUDE_DIR AND THUD_CHIPMUNK_LIBRARY)
    target_sources(thud-bench PRIVATE bench/engine_chipmunk.c)
    target_compile_definitions(thud-bench PRIVATE BENCH_HAS_CHIPMUNK)
    target_include_directories(thud-bench SYSTEM PRIVATE ${THUD_CHIPMUNK_INCLUDE_DIR})
    target_link_libraries(thud-bench PRIVATE ${THUD_CHIPMUNK_LIBRARY})
endif()

add_test(NAME bench_runs_a_tiny_scene_on_every_engine COMMAND ${CMAKE_COMMAND} -DBENCH=$<TARGET_FILE:thud-bench>
    -DFOLDER=${CMAKE_CURRENT_BINARY_DIR} -P ${CMAKE_CURRENT_SOURCE_DIR}/bench/smoke.cmake)
