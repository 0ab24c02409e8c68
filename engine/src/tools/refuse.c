#include "tools/refuse.h"

#include <stdarg.h>
#include <stdio.h>

thud_refusal thud_tool_refusal(thud_status status, const char *call, const char *field, double value,
                               const char *format, ...) {
    thud_refusal refusal = {.status = status, .call = call, .field = field, .value = value};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refusal.message, sizeof refusal.message, format, arguments);
    va_end(arguments);
    return refusal;
}
