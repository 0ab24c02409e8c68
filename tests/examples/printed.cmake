# Fails where a README does not print a program as it is.
#     cmake -DREADME=README.md -DPROGRAM=platformer.c -P printed.cmake
file(READ ${README} readme)
file(READ ${PROGRAM} program)
string(FIND "${readme}" "```c\n${program}```" at)
if(at EQUAL -1)
    message(FATAL_ERROR "${README} does not print ${PROGRAM} as it is")
endif()
