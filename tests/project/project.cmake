# Tests of the project itself: the layout of its files, its public headers, its package.
add_test(NAME include_direction COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/include_direction.sh ${PROJECT_SOURCE_DIR})
add_test(NAME include_direction_finds_faults COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/include_direction.sh --self-test)
add_test(NAME public_headers_compile_alone COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/headers_alone.sh
    ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
add_test(NAME header_texts COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/header_texts.sh ${PROJECT_SOURCE_DIR})
add_test(NAME header_texts_finds_faults COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/header_texts.sh --self-test)
add_test(NAME readme_links_exist COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/links.sh ${PROJECT_SOURCE_DIR})
# They read the same sources in every build.
set_tests_properties(include_direction include_direction_finds_faults public_headers_compile_alone header_texts
    header_texts_finds_faults readme_links_exist PROPERTIES LABELS not_sanitized)

# The package and outside programs that use it; built apart, without sanitizers.
set(THUD_PACKAGE ${CMAKE_CURRENT_BINARY_DIR}/package)
set(THUD_CONSUMER_ENVIRONMENT CC=${CMAKE_C_COMPILER} CXX=${CMAKE_CXX_COMPILER} STB=${THUD_STB_INCLUDE_DIR}
    THUD_PACKAGE=${THUD_PACKAGE} THUD_SOURCE=${PROJECT_SOURCE_DIR} TILED=${THUD_BUILD_TILED})

# thud_add_consumer(name how kind): tests/consumer built and run that way.
function(thud_add_consumer name how kind)
    add_test(NAME ${name} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/consumer/run ${how} ${CMAKE_CURRENT_BINARY_DIR}/${name})
    set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED package LABELS not_sanitized
        ENVIRONMENT "${THUD_CONSUMER_ENVIRONMENT};KIND=${kind}")
endfunction()

if(THUD_INSTALL)
    add_test(NAME package_installs COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${THUD_PACKAGE})
    set_tests_properties(package_installs PROPERTIES FIXTURES_SETUP package LABELS not_sanitized)
    add_test(NAME package_symbols COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/symbols.sh ${THUD_PACKAGE})
    set_tests_properties(package_symbols PROPERTIES FIXTURES_REQUIRED package LABELS not_sanitized)
    thud_add_consumer(consumer_find_package_static find_package static)
    thud_add_consumer(consumer_find_package_shared find_package shared)
    thud_add_consumer(consumer_pkg_config_static pkg_config static)
    thud_add_consumer(consumer_pkg_config_shared pkg_config shared)
    thud_add_consumer(consumer_subdirectory subdirectory static)
endif()
# The limits are those of one compiler and processor family; the scalar width is of this build only.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$" AND CMAKE_BUILD_TYPE STREQUAL Release AND NOT CMAKE_C_FLAGS
   AND CMAKE_C_COMPILER_ID STREQUAL GNU AND NOT THUD_SANITIZE AND NOT THUD_ASSERTIONS)
    set(size_list "common $<JOIN:${THUD_COMMON_OBJECTS}, >\n")
    foreach(width IN LISTS THUD_FAMILY_WIDTHS)
        if(TARGET thud_kernels_${width})
            string(APPEND size_list "${width} $<JOIN:$<TARGET_OBJECTS:thud_kernels_${width}>, >\n")
        endif()
    endforeach()
    file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/code_size.txt CONTENT "${size_list}")
    add_test(NAME code_size COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/code_size.sh ${CMAKE_CURRENT_BINARY_DIR}/code_size.txt)
    thud_add_consumer(consumer_one_command one_command static)
    set_tests_properties(consumer_one_command PROPERTIES FIXTURES_REQUIRED "")
endif()
add_test(NAME public_functions_are_fuzzed COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/fuzzed.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(public_functions_are_fuzzed PROPERTIES LABELS not_sanitized)
