/*
 * refuse.h: the refusals of the tools, with messages.
 */
#ifndef THUD_SRC_TOOLS_REFUSE_H
#define THUD_SRC_TOOLS_REFUSE_H

#include "thud/base.h"

/* A refusal with a message; `field` is static text or null. */
__attribute__((format(printf, 5, 6))) thud_refusal thud_tool_refusal(thud_status status, const char *call,
                                                                     const char *field, double value,
                                                                     const char *format, ...);

/* The result of a call that was not refused. */
static inline thud_refusal thud_no_refusal(void) {
    return (thud_refusal){.status = THUD_OK};
}

#endif
