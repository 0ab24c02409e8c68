#include "base/pack.h"

/* Whether lane i is set; the number of set lanes below it; its number at its place. */
#define BIT(bits, i) (1u & (uint32_t)(bits) >> (i))
#define BELOW(bits, i)                                                                                       \
    (((i) > 0) * BIT(bits, 0) + ((i) > 1) * BIT(bits, 1) + ((i) > 2) * BIT(bits, 2) +                        \
     ((i) > 3) * BIT(bits, 3) + ((i) > 4) * BIT(bits, 4) + ((i) > 5) * BIT(bits, 5) +                        \
     ((i) > 6) * BIT(bits, 6) + ((i) > 7) * BIT(bits, 7))
#define PLACED(bits, i) (BIT(bits, i) * (i) << 3 * BELOW(bits, i))
#define ORDER(bits)                                                                                          \
    (PLACED(bits, 0) | PLACED(bits, 1) | PLACED(bits, 2) | PLACED(bits, 3) | PLACED(bits, 4) |               \
     PLACED(bits, 5) | PLACED(bits, 6) | PLACED(bits, 7) | BELOW(bits, 8) << 24)

#define ORDERS_4(bits) ORDER(bits), ORDER((bits) + 1), ORDER((bits) + 2), ORDER((bits) + 3)
#define ORDERS_16(bits) ORDERS_4(bits), ORDERS_4((bits) + 4), ORDERS_4((bits) + 8), ORDERS_4((bits) + 12)
#define ORDERS_64(bits)                                                                                      \
    ORDERS_16(bits), ORDERS_16((bits) + 16), ORDERS_16((bits) + 32), ORDERS_16((bits) + 48)

const uint32_t thud_pack_orders[256] = {ORDERS_64(0), ORDERS_64(64), ORDERS_64(128), ORDERS_64(192)};
