/* What a game costs that is written in C by hand, for no other: the limit that generated code is held against.
   Random numbers: xorshift64*, scaled. Each entry plays so many games and gives the decisions that were made. */
#include <stdint.h>

static uint64_t state = 88172645463325252ull;
static inline uint64_t below(uint64_t n) {
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return ((state * 2685821657736338717ull) >> 32) * n >> 32;
}
static inline int nth(uint64_t word, uint64_t n) {
    while (n--) word &= word - 1;
    return __builtin_ctzll(word);
}

int64_t tic_tac_toe(int64_t games) {
    static const int lines[8] = {7, 56, 448, 73, 146, 292, 273, 84};
    int64_t made = 0;
    for (int64_t i = 0; i < games; i++) {
        unsigned side[2] = {0, 0}, free = 511;
        for (int turn = 0; free; turn ^= 1) {
            int won = 0, at = nth(free, below((uint64_t)__builtin_popcount(free)));
            free &= ~(1u << at), side[turn] |= 1u << at, made++;
            for (int line = 0; line < 8; line++) won |= (side[turn] & lines[line]) == (unsigned)lines[line];
            if (won) break;
        }
    }
    return made;
}

static inline int four(uint64_t b) {
    uint64_t x = b & b >> 1, y = b & b >> 7, z = b & b >> 6, w = b & b >> 8;
    return ((x & x >> 2) | (y & y >> 14) | (z & z >> 12) | (w & w >> 16)) != 0;
}

int64_t connect_four(int64_t games) {
    int64_t made = 0;
    for (int64_t i = 0; i < games; i++) {
        uint64_t side[2] = {0, 0}, filled = 0, bottom = 0x40810204081ull, board = bottom * 63;
        for (int turn = 0;; turn ^= 1) {
            uint64_t open = (filled + bottom) & board, n = (uint64_t)__builtin_popcountll(open);
            if (!n) break;
            uint64_t disc = 1ull << nth(open, below(n));
            filled |= disc, side[turn] |= disc, made++;
            if (four(side[turn])) break;
        }
    }
    return made;
}

int64_t kuhn_poker(int64_t games) {
    int64_t made = 0, total = 0;
    for (int64_t i = 0; i < games; i++) {
        uint64_t a = below(3), b = below(2);
        b += b >= a;
        int64_t high = a > b ? 1 : -1;
        made += 2;
        if (below(2)) total += below(2) ? 2 * high : 1;
        else if (!below(2)) total += high;
        else made++, total += below(2) ? 2 * high : -1;
    }
    return made + (total == INT64_MAX);
}
