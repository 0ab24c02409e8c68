# cmake --install: headers, both libraries, find_package(thud) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(THUD_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/thud)

set_target_properties(${THUD_STATIC_TARGET} PROPERTIES EXPORT_NAME static)
set_target_properties(${THUD_SHARED_TARGET} PROPERTIES EXPORT_NAME shared)
install(TARGETS ${THUD_STATIC_TARGET} ${THUD_SHARED_TARGET} thud_tools EXPORT thudTargets
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/thud DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT thudTargets NAMESPACE thud:: DESTINATION ${THUD_CONFIG_DIR})

configure_package_config_file(cmake/thudConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/thudConfig.cmake
    INSTALL_DESTINATION ${THUD_CONFIG_DIR})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/thudConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/thudConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/thudConfigVersion.cmake
    DESTINATION ${THUD_CONFIG_DIR})

# thud_install_pc(NAME DESCRIPTION REQUIRES LIBRARIES PRIVATE): the .pc file of a library. It finds its prefix from where it lies, so
# that an installed tree may be moved.
file(RELATIVE_PATH THUD_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
function(thud_install_pc name description requires libraries private)
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/library.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
thud_install_pc(thud "${PROJECT_DESCRIPTION}" "" "-lthud -lm" -pthread)
thud_install_pc(thud-tools "${PROJECT_DESCRIPTION}: numbers by path and presets, to tune a game" thud -lthud_tools "")
