# thud::cjson: the cJSON library, which not every system's package describes for CMake.
find_path(THUD_CJSON_INCLUDE_DIR cjson/cJSON.h REQUIRED DOC "Folder of cjson/cJSON.h (Debian: libcjson-dev)")
find_library(THUD_CJSON_LIBRARY cjson REQUIRED DOC "The cJSON library (Debian: libcjson-dev)")
if(NOT TARGET thud::cjson)
    add_library(thud::cjson UNKNOWN IMPORTED GLOBAL)
    set_target_properties(thud::cjson PROPERTIES
        IMPORTED_LOCATION ${THUD_CJSON_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${THUD_CJSON_INCLUDE_DIR})
endif()
