/* Numbers beyond 64 bits: LIMBS digits of 32 bits, the lowest first, in two's complement. The compiler knows how many
   are enough for every number that a machine can come by, so nothing is ever lost. */

typedef struct { uint32_t d[LIMBS]; } wide;

static wide of_long(int64_t value) {
    wide w;
    for (int i = 0; i < LIMBS; i++) w.d[i] = i == 0 ? (uint32_t)value : i == 1 ? (uint32_t)((uint64_t)value >> 32) : value < 0 ? UINT32_MAX : 0;
    return w;
}
static int is_minus(wide a) { return a.d[LIMBS - 1] >> 31; }
static wide plus(wide a, wide b) {
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a.d[i] + b.d[i];
        a.d[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}
static wide negated(wide a) {
    for (int i = 0; i < LIMBS; i++) a.d[i] = ~a.d[i];
    return plus(a, of_long(1));
}
static wide minus(wide a, wide b) { return plus(a, negated(b)); }
static wide positive(wide a) { return is_minus(a) ? negated(a) : a; }
static wide times(wide a, wide b) {
    wide w = of_long(0);
    for (int i = 0; i < LIMBS; i++) {
        uint64_t carry = 0;
        for (int j = 0; i + j < LIMBS; j++) {
            carry += (uint64_t)a.d[i] * b.d[j] + w.d[i + j];
            w.d[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return w;
}
static wide shifted(wide a, int64_t by) {
    wide w = of_long(0);
    for (int i = (int)(by / 32); i < LIMBS; i++) {
        int from = i - (int)(by / 32), rest = (int)(by % 32);
        w.d[i] = a.d[from] << rest;
        if (rest && from > 0) w.d[i] |= a.d[from - 1] >> (32 - rest);
    }
    return w;
}
static int ordering(wide a, wide b) {
    if (is_minus(a) != is_minus(b)) return is_minus(a) ? -1 : 1;
    for (int i = LIMBS - 1; i >= 0; i--)
        if (a.d[i] != b.d[i]) return a.d[i] < b.d[i] ? -1 : 1;
    return 0;
}
static int is_there(wide a) {
    for (int i = 0; i < LIMBS; i++)
        if (a.d[i]) return 1;
    return 0;
}
static wide lesser(wide a, wide b) { return ordering(a, b) <= 0 ? a : b; }
static wide greater(wide a, wide b) { return ordering(a, b) >= 0 ? a : b; }
static wide both_bits(wide a, wide b) {
    for (int i = 0; i < LIMBS; i++) a.d[i] &= b.d[i];
    return a;
}
static wide any_bits(wide a, wide b) {
    for (int i = 0; i < LIMBS; i++) a.d[i] |= b.d[i];
    return a;
}
/* Rounded down, as everywhere; whole: the quotient, else the remainder. */
static wide parted(ctx *c, wide a, wide b, int whole, int64_t site) {
    if (!is_there(b)) fail(c, DIVIDE, site);
    wide n = positive(a), by = positive(b), part = of_long(0), rest = of_long(0);
    for (int i = 32 * LIMBS - 1; i >= 0; i--) {
        rest = shifted(rest, 1);
        rest.d[0] |= n.d[i / 32] >> (i % 32) & 1;
        if (ordering(rest, by) >= 0) {
            rest = minus(rest, by);
            part.d[i / 32] |= UINT32_C(1) << (i % 32);
        }
    }
    if (is_minus(a) != is_minus(b)) {
        part = negated(part);
        if (is_there(rest)) {
            part = minus(part, of_long(1));
            rest = minus(by, rest);
        }
    }
    return whole ? part : is_minus(b) ? negated(rest) : rest;
}
static int64_t low_part(wide a) { return (int64_t)((uint64_t)a.d[1] << 32 | a.d[0]); }
static int fits(wide a) { return ordering(a, of_long(low_part(a))) == 0; }
/* What is compared, or looked up, where nothing that great can be found. */
static int64_t nearest(wide a) { return fits(a) ? low_part(a) : is_minus(a) ? INT64_MIN : INT64_MAX; }
static int64_t narrow(ctx *c, wide a, int64_t site) {
    if (!fits(a) || low_part(a) == INT64_MIN) fail(c, BOUND, site);
    return low_part(a);
}
