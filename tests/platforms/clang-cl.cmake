# Windows by clang-cl, the clang of Visual Studio, for that compiler's binary interface. Here it has Wine's headers and libraries instead
# of Microsoft's (Debian: clang-tools, lld, libwine-dev): cmake -DCMAKE_TOOLCHAIN_FILE=tests/platforms/clang-cl.cmake
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
file(GLOB folders /usr/lib/llvm-*/bin)
find_program(THUD_CLANG_CL NAMES clang-cl PATHS ${folders} REQUIRED)
find_program(THUD_LLD_LINK NAMES lld-link PATHS ${folders} REQUIRED)
set(CMAKE_C_COMPILER ${THUD_CLANG_CL})
set(CMAKE_C_COMPILER_TARGET x86_64-pc-windows-msvc)
set(CMAKE_LINKER ${THUD_LLD_LINK})

# After clang's own headers, as Microsoft's are. Wine's lack HUGE_VALF; its libraries lack what /GS needs, and the start of a DLL.
set(headers /usr/include/wine/wine)
set(CMAKE_C_FLAGS_INIT "/clang:-idirafter${headers}/msvcrt /clang:-idirafter${headers}/windows -D_UCRT -DHUGE_VALF=INFINITY /GS-")
set(CMAKE_EXE_LINKER_FLAGS_INIT "/nodefaultlib /manifest:no")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "/nodefaultlib /manifest:no /noentry")
set(libraries)
foreach(library ucrtbase kernel32 ntdll winecrt0)
    string(APPEND libraries " /usr/lib/x86_64-linux-gnu/wine/x86_64-windows/lib${library}.a")
endforeach()
set(CMAKE_C_STANDARD_LIBRARIES ${libraries} CACHE STRING "")
set(CMAKE_MSVC_RUNTIME_LIBRARY "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
