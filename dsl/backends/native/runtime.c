/* What all generated machines share: errors, the meter, chance, lists, zones and pieces.

   In front of this text stand the numbers of one machine (STACK, LIMIT, PLAYERS ...) and its tables of zones.
   Nothing here asks for memory: whoever calls hands over a context with room in it. */

enum { DONE, ERROR, FAULT, RAISED };  /* how an entry ends: FAULT is a faulty machine, RAISED an exception outside */
enum { BOUND, RUNAWAY, DIVIDE, STUCK };
enum { NO_SLOT = 1, NO_ZONE, NO_PIECE, NO_DRAW, NO_FRAME, STAYS, NO_ROOM, NO_ANSWER, NO_CELL, NO_PROC };
enum { SEEN_BY_ALL, SEEN_BY_OWNER, SEEN_BY_NOBODY, SEEN_BY_FACES, SEEN_BY_SOME };

#if defined(__GNUC__) || defined(__clang__)
#define NEVER __attribute__((noreturn, noinline, cold))
#define SELDOM __attribute__((noinline, cold))
#define INTO inline __attribute__((always_inline))
#define USUAL(test) __builtin_expect(!!(test), 1)
#else
#define NEVER
#define SELDOM
#define INTO inline
#define USUAL(test) (test)
#endif

static void give_up(ctx *c);

NEVER static void leave(ctx *c, int how, int64_t code, int64_t site) {
    give_up(c);
    c->code = code;
    c->site = site;
    longjmp(*c->failed, how);
}

NEVER static void fail(ctx *c, int64_t code, int64_t site) { leave(c, ERROR, code, site); }

NEVER static void fault(ctx *c, int64_t what, int64_t number) { leave(c, FAULT, what, number); }

static inline void count_work(ctx *c, uint64_t work, int64_t site) {
    if (!USUAL(c->left >= 0 && work <= (uint64_t)c->left)) {
        c->left = -1;
        fail(c, RUNAWAY, site);
    }
    c->left -= (int64_t)work;
}

/* The same of what is known to be far from the greatest numbers there are. */
static inline void count_few(ctx *c, int64_t work, int64_t site) {
    if (!USUAL((c->left -= work) >= 0)) {
        c->left = -1;
        fail(c, RUNAWAY, site);
    }
}

static inline int64_t *take(ctx *c, int64_t room) {
    int64_t *first = c->top;
    if (!USUAL(c->end - first >= room)) fault(c, NO_ROOM, room);
    c->top = first + room;
    return first;
}

/* ---- numbers ---- */

static inline int64_t word(ctx *c, int64_t value, int64_t site) {
    if (value == INT64_MIN) fail(c, BOUND, site);
    return value;
}
static inline int64_t least(int64_t a, int64_t b) { return a <= b ? a : b; }
static inline int64_t most(int64_t a, int64_t b) { return a >= b ? a : b; }
static inline int64_t magnitude(int64_t a) { return a < 0 ? -a : a; }
static inline int64_t quotient(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0)); }
static inline int64_t remainder_of(int64_t a, int64_t b) {
    int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
static inline int64_t divisor(ctx *c, int64_t b, int64_t site) {
    if (!b) fail(c, DIVIDE, site);
    return b;
}
static inline int64_t bits(ctx *c, int64_t n, int64_t site) {
    if (n < 0 || n > 62) fail(c, BOUND, site);
    return n;
}
static inline int64_t clamped(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

/* ---- bits: see masks.py ---- */

#define SPAN (STACK + LIMIT + MASKED)
#define MASKS(S) ((uint64_t *)((S) + STACK + LIMIT))
static const uint64_t no_bits[16] = {0};
static void stored(int64_t *S, int64_t slot, int64_t value);  /* into a slot of which there may be masks */
static void remask(int64_t *S);

#if defined(__GNUC__) || defined(__clang__)
static inline int64_t lowest(uint64_t word) { return __builtin_ctzll(word); }
static inline int64_t highest(uint64_t word) { return 63 ^ __builtin_clzll(word); }
static inline int64_t how_many(uint64_t word) { return __builtin_popcountll(word); }
#else
static inline int64_t how_many(uint64_t word) {
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int64_t)((word * UINT64_C(0x0101010101010101)) >> 56);
}
static inline int64_t lowest(uint64_t word) { return how_many((word & -word) - 1); }
static inline int64_t highest(uint64_t word) {
    for (int by = 1; by < 64; by *= 2) word |= word >> by;
    return how_many(word) - 1;
}
#endif

/* How many members of a row pass before the first that does not; falling: the row begins with the highest, which is not
   bit 63. */
static inline int64_t rising(uint64_t row, uint64_t pass) {
    uint64_t ends = row & ~pass;
    return how_many(row & (ends - 1) & ~ends);
}
static inline int64_t falling(uint64_t row, uint64_t pass) { return how_many(row >> highest((row & ~pass) << 1 | 1)); }
static inline int64_t passed(uint64_t row, uint64_t pass, int falls) {
    return falls ? falling(row, pass) : rising(row, pass);
}
/* 64 bits of a set from a byte on; the last of them is there. */
static inline uint64_t window(const uint64_t *set, int64_t start) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t found;
    memcpy(&found, (const char *)set + start, sizeof found);
    return found;
#else
    int64_t at = start >> 3, by = 8 * (start & 7);
    return by ? set[at] >> by | set[at + 1] << (64 - by) : set[at];
#endif
}

static inline int is_marked(const uint64_t *marks, int64_t n) { return (marks[n >> 6] >> (n & 63)) & 1; }
static inline int may_be_marked(const uint64_t *marks, int64_t words, int64_t n) {
    return n >= 0 && n < 64 * words && is_marked(marks, n);
}
static inline void mark(uint64_t *marks, int64_t n) { marks[n >> 6] |= UINT64_C(1) << (n & 63); }

/* The place of bit number n of those that are set. */
#if defined(__BMI2__) && defined(__GNUC__)
static inline int64_t nth_bit(uint64_t word, int64_t n) {
    return lowest(__builtin_ia32_pdep_di(UINT64_C(1) << n, word));
}
#else
static inline int64_t nth_bit(uint64_t word, int64_t n) {
    int64_t place = 0;
    for (int64_t half = 32; half > 4; half /= 2) {
        int64_t below = how_many(word & ((UINT64_C(1) << half) - 1));
        if (n >= below) n -= below, word >>= half, place += half;
    }
    for (; n; n--) word &= word - 1;
    return place + lowest(word);
}
#endif

/* ---- slots ---- */

static inline int64_t slot(ctx *c, int64_t base, int64_t index, int64_t first) {
    if (!USUAL(index >= first - base && index < STACK - base)) fault(c, NO_SLOT, base);
    return base + index;
}

static inline int64_t length_of(const int64_t *S) { return S[FP] ? S[FP] + frame_sizes[S[S[FP]]] : STACK; }

/* ---- lists: the number of members, then the members ---- */

#define FEW_MEMBERS 8 /* so few that a call would take longer than to copy them one by one */

static inline int64_t item(const int64_t *list, int64_t index) {
    return index >= 0 && index < list[0] ? list[1 + index] : 0;
}
static inline int64_t has(const int64_t *list, int64_t value) {
    for (int64_t i = 1; i <= list[0]; i++)
        if (list[i] == value) return 1;
    return 0;
}
static inline void add(ctx *c, int64_t *list, int64_t value, int64_t room, int64_t site) {
    if (list[0] >= room) fail(c, BOUND, site);
    list[++list[0]] = value;
}
static inline void add_all(ctx *c, int64_t *list, const int64_t *more, int64_t room, int64_t site) {
    if (more[0] > room - list[0]) fail(c, BOUND, site);
    int64_t n = more[0], *next = list + 1 + list[0];
    list[0] += n;
    if (n > FEW_MEMBERS) memcpy(next, more + 1, (size_t)n * sizeof *list);
    else
        for (int64_t i = 0; i < n; i++) next[i] = more[1 + i];
}
/* Into ascending order: what comes is in order but for what was added last. */
static void ascend(int64_t *list) {
    for (int64_t i = 2; i <= list[0]; i++) {
        int64_t value = list[i], at = i;
        for (; at > 1 && list[at - 1] > value; at--) list[at] = list[at - 1];
        list[at] = value;
    }
}
static inline int64_t *copy_of(ctx *c, const int64_t *list) {
    int64_t *copy = take(c, 1 + list[0]);
    memcpy(copy, list, (size_t)(1 + list[0]) * sizeof *copy);
    return copy;
}
static inline void tidy(int64_t *list, int64_t room) {
    memset(list + 1 + list[0], 0, (size_t)(room - list[0]) * sizeof *list);
}

/* Stable; the keys are those of the members, in order, and are used up. */
static void sort(ctx *c, int64_t *list, int64_t *keys, int64_t down) {
    int64_t n = list[0], *members = list + 1;
    int64_t *from_keys = keys, *from = members, *to_keys = take(c, n), *to = take(c, n);
    for (int64_t run = 1; run < n; run *= 2) {
        for (int64_t begin = 0; begin < n; begin += 2 * run) {
            int64_t left = begin, middle = least(begin + run, n), right = middle, end = least(begin + 2 * run, n);
            for (int64_t at = begin; at < end; at++) {
                int first = left < middle;
                if (first && right < end)
                    first = down ? from_keys[left] >= from_keys[right] : from_keys[left] <= from_keys[right];
                int64_t taken = first ? left++ : right++;
                to_keys[at] = from_keys[taken];
                to[at] = from[taken];
            }
        }
        int64_t *other = from;
        from = to, to = other;
        other = from_keys, from_keys = to_keys, to_keys = other;
    }
    if (from != members) memcpy(members, from, (size_t)n * sizeof *members);
}

/* ---- chance and the log: runtime/chance.py says what the numbers are ---- */

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}
static inline uint64_t absorb(uint64_t h, uint64_t x) { return mix((h ^ x) + UINT64_C(0x9E3779B97F4A7C15)); }

/* What all numbers of a stream begin with. */
static inline uint64_t stream_of(uint64_t key, uint64_t stream) { return absorb(absorb(0, key), stream); }

/* The number below n that 64 bits stand for; -1 if they stand for none. */
static inline int64_t within(uint64_t found, uint64_t n) {
    uint64_t m = (found >> 32) * n, low = m & 0xFFFFFFFFu;
    return USUAL(low >= n) || low >= ((UINT64_C(1) << 32) - n) % n ? (int64_t)(m >> 32) : -1;  /* it is less than n */
}
/* Number `counter` of a stream, below n. */
static inline int64_t drawn_of(uint64_t prefix, uint64_t counter, uint64_t n) {
    uint64_t h = absorb(prefix, counter);
    for (uint64_t attempt = 0;;) {
        int64_t number = within(absorb(h, attempt++), n);
        if (USUAL(number >= 0)) return number;
    }
}

/* Numbers of a stream are made a few at a time, before they are asked for: of one alone each step waits for the one
   before, of several the processor makes many at once. key: where the stream belongs to a game, its key; of: what its
   numbers begin with; first: the number of the first of those that are there. */
struct ahead {
    uint64_t key, of;
    int64_t first, count;
    uint64_t found[AHEAD];
};

/* One of them: its number in the stream, what that begins with, and the first 64 bits of it. */
struct drawing { uint64_t of, counter, found; };

static void draw_ahead(struct ahead *its, int64_t first) {
    its->first = first;
    its->count = AHEAD;
    for (int64_t i = 0; i < AHEAD; i++) its->found[i] = absorb(absorb(its->of, (uint64_t)(first + i)), 0);
}
static inline struct drawing drawing_from(struct ahead *its, int64_t counter) {
    if ((uint64_t)counter - (uint64_t)its->first >= (uint64_t)its->count) draw_ahead(its, counter);
    return (struct drawing){its->of, (uint64_t)counter, its->found[counter - its->first]};
}
/* The number below n. */
static inline int64_t below(struct drawing ready, uint64_t n) {
    int64_t number = within(ready.found, n);
    return USUAL(number >= 0) ? number : drawn_of(ready.of, ready.counter, n);
}
static int64_t drawn(uint64_t key, uint64_t stream, uint64_t counter, uint64_t n) {
    return drawn_of(stream_of(key, stream), counter, n);
}

/* The numbers of a stream of this game. */
static inline struct ahead *stream_in(ctx *c, const int64_t *S, int64_t stream) {
    struct ahead *its = c->ahead + stream;
    uint64_t key = (uint64_t)S[KEY_LO] | (uint64_t)S[KEY_HI] << 32;
    if (its->key != key || !its->count) {
        its->key = key;
        its->of = stream_of(key, (uint64_t)stream);
        its->count = 0;
    }
    return its;
}

static int64_t chance(ctx *c, int64_t *S, int64_t stream, int64_t n) {
    if (c->silent || n > INT64_C(1) << 32) fault(c, NO_DRAW, n);
    if (c->draw) {
        int64_t answer = c->draw(S, stream, n);
        if (answer < 0) leave(c, RAISED, 0, 0);
        return answer;
    }
    return below(drawing_from(stream_in(c, S, stream), S[COUNTERS + stream]++), (uint64_t)n);
}

static int64_t chance_of(ctx *c, int64_t *S, int64_t stream, int64_t n, int64_t site) {
    if (n <= 0) fail(c, BOUND, site);
    return chance(c, S, stream, n);
}

static void say(ctx *c, int64_t *S, int64_t template, int64_t n, int64_t *args) {
    if (c->log && !c->silent && c->log(S, template, n, args) < 0) leave(c, RAISED, 0, 0);
}

static int64_t *offer(ctx *c, int64_t n) {
    if (!USUAL(c->count < c->room) && c->grow() < 0) leave(c, RAISED, 0, 0);
    int64_t *option = c->out + c->count++ * WIDTH;
    *option = n;
    return option + 1;
}

/* results: of each player, or NULL for those that follow from how it ended */
NEVER static void finish(ctx *c, int64_t *S, int64_t *results, int64_t template, int64_t n, int64_t *args) {
    memcpy(S + RESULTS, results, PLAYERS * sizeof *results);
    S[STATUS] = OVER;
    S[REASON] = template + 1;
    S[FP] = S[DEPTH] = S[ASKER] = S[DECISION] = 0;
    if (template >= 0) say(c, S, template, n, args);
    longjmp(*c->over, 1);
}

static inline void results_of(int64_t *results, int64_t who, int64_t his, int64_t others) {
    for (int64_t player = 1; player <= PLAYERS; player++) results[player - 1] = player == who ? his : others;
}

/* ---- zones ---- */

static inline int64_t zone(ctx *c, int64_t number) {
    if (!USUAL(number >= 0 && number < ZONES)) fault(c, NO_ZONE, number);
    return number;
}
static inline int64_t piece(ctx *c, int64_t number) {
    if (!USUAL(number == 0 || (number >= FIRST_PIECE && number <= LAST_PIECE))) fault(c, NO_PIECE, number);
    return number;
}
static inline int64_t zone_size(const int64_t *S, int64_t zone) { return zone ? S[zone_base[zone]] : 0; }
static inline int linked(int64_t zone) { return zone_base[zone] >= CHAIN; }
static int64_t linked_item(const int64_t *S, int64_t base, int64_t index) {
    int64_t slot = base + 1;
    while (index-- > 0) slot = NEXT + S[slot];
    return S[slot];
}
static inline int64_t zone_item(const int64_t *S, int64_t zone, int64_t index) {
    int64_t base = zone_base[zone];
    if (!zone || index < 0 || index >= S[base]) return 0;
    return linked(zone) ? linked_item(S, base, index) : S[base + 1 + index];
}
static inline int64_t zone_top(const int64_t *S, int64_t zone, int64_t index) {
    int64_t base = zone_base[zone];
    if (!zone || index < 0 || index >= S[base]) return 0;
    return linked(zone) ? linked_item(S, base, S[base] - 1 - index) : S[base + S[base] - index];
}
static const int64_t nothing[1] = {0};
/* Of an array. */
static inline const int64_t *zone_list(const int64_t *S, int64_t zone) { return zone ? S + zone_base[zone] : nothing; }
static void add_members(ctx *c, int64_t *list, const int64_t *S, int64_t zone, int64_t room, int64_t site) {
    if (!linked(zone)) {
        add_all(c, list, zone_list(S, zone), room, site);
        return;
    }
    int64_t slot = zone_base[zone] + 1, n = S[slot - 1], *next = list + 1 + list[0];
    if (n > room - list[0]) fail(c, BOUND, site);
    list[0] += n;
    for (; n > 0; n--, slot = NEXT + S[slot]) *next++ = S[slot];
}
/* The members of any zone behind those of a list. */
static inline void add_linked(ctx *c, int64_t *list, const int64_t *S, int64_t zone, int64_t room, int64_t site) {
    if (zone_size(S, zone)) add_members(c, list, S, zone, room, site);
}
/* The members of any zone as a new list. */
static int64_t *listed(ctx *c, const int64_t *S, int64_t zone) {
    int64_t room = zone_size(S, zone), *list = take(c, 1 + room);
    list[0] = 0;
    add_linked(c, list, S, zone, room, 0);
    return list;
}

/* ---- pieces: see ops.MovePiece and its neighbours ---- */

static inline int64_t mask_of(int64_t player) { return player > 0 ? INT64_C(1) << (player - 1) : 0; }

static void taken_out(int64_t *S, int64_t piece) {
    int64_t left = S[PLACE + piece];
    S[PLACE + piece] = 0;
    if (!left) return;
    if (linked(left)) {
        int64_t slot = zone_base[left] + 1;
        while (S[slot] != piece && S[slot]) slot = NEXT + S[slot];
        S[slot] = S[NEXT + piece];
        S[NEXT + piece] = 0;
        S[zone_base[left]]--;
        return;
    }
    int64_t *list = S + zone_base[left], last = list[0], at = last;
    while (list[at] != piece && at > 1) at--;
    if (at < last) memmove(list + at, list + at + 1, (size_t)(last - at) * sizeof *list);
    list[last] = 0;
    list[0]--;
}

static void hangs_free(ctx *c, const int64_t *S, int64_t piece, int64_t zone, int64_t site) {
    int64_t steps = 0;
    for (int64_t host = zone_host[zone]; host >= FIRST_PIECE; host = zone_host[S[PLACE + host]])
        if (host == piece || steps++ > LAST_PIECE) fail(c, BOUND, site);
}

static void write_in(int64_t *S, int64_t piece, int64_t zone, int64_t bottom) {
    int64_t *list = S + zone_base[zone], at = list[0] + 1;
    if (linked(zone)) {
        int64_t slot = zone_base[zone] + 1;
        while (S[slot] && S[slot] < piece) slot = NEXT + S[slot];
        S[NEXT + piece] = S[slot];
        S[slot] = piece;
        list[0]++;
        return;
    }
    list[0]++;
    if (!zone_ordered[zone]) {
        for (; at > 1 && list[at - 1] > piece; at--) list[at] = list[at - 1];
    } else if (bottom && at > 1) {
        memmove(list + 2, list + 1, (size_t)(at - 1) * sizeof *list);
        at = 1;
    }
    list[at] = piece;
}

static void put_in(int64_t *S, int64_t piece, int64_t zone, int64_t bottom) {
    S[PLACE + piece] = zone;
    write_in(S, piece, zone, bottom);
    int64_t eyes = zone_seen[zone], host = zone_host[zone];
    if (eyes == SEEN_BY_ALL || (eyes == SEEN_BY_FACES && S[FACE + piece])) {
        S[KNOWN + piece] = EVERYONE;
        return;
    }
    int64_t mask = mask_of(host >= FIRST_PIECE ? S[OWNER + host] : zone_owner[zone]);
    if (eyes == SEEN_BY_OWNER)
        S[KNOWN + piece] = mask;
    else if (eyes == SEEN_BY_FACES)
        S[KNOWN + piece] = S[OWNER + piece] ? mask_of(S[OWNER + piece]) : mask;
    else if (eyes == SEEN_BY_NOBODY)
        S[KNOWN + piece] &= mask;
}

/* Who has not seen which piece left a hidden place knows no longer which are left there. */
static void lose(int64_t *S, int64_t piece, int64_t left, int64_t zone) {
    int64_t eyes = zone_seen[left], host = zone_host[left], keep = S[KNOWN + piece];
    int64_t close = eyes == SEEN_BY_OWNER || eyes == SEEN_BY_SOME;
    if (!left || left == zone || !(close || (eyes == SEEN_BY_NOBODY && !zone_ordered[left]))) return;
    if (eyes == SEEN_BY_OWNER) keep |= mask_of(host >= FIRST_PIECE ? S[OWNER + host] : zone_owner[left]);
    int64_t *list = S + zone_base[left];
    if (linked(left))
        for (int64_t other = list[1]; other; other = S[NEXT + other]) S[KNOWN + other] &= keep;
    else
        for (int64_t i = 1; i <= list[0]; i++) S[KNOWN + list[i]] &= keep;
}

#if CELLS
static void lay(int64_t *S, int64_t piece, int64_t cell);
static int64_t cell_for(ctx *c, int64_t *S, int64_t zone, int64_t cell, int64_t site);
#endif

static void move(ctx *c, int64_t *S, int64_t piece, int64_t zone, int64_t bottom, int64_t cell, int64_t site) {
    if (!piece) return;
    int64_t left = S[PLACE + piece];
    hangs_free(c, S, piece, zone, site);
    taken_out(S, piece);
#if CELLS
    lay(S, piece, 0);
#endif
    if (!zone) {
        lose(S, piece, left, zone);
        return;
    }
    if (S[zone_base[zone]] >= zone_cap[zone]) fail(c, BOUND, site);
#if CELLS
    lay(S, piece, cell_for(c, S, zone, cell, site));
#else
    (void)cell;
#endif
    put_in(S, piece, zone, bottom);
    lose(S, piece, left, zone);
}

static void turn(int64_t *S, int64_t piece, int64_t up) {
    if (!piece) return;
    S[FACE + piece] = up != 0;
    if (up && S[PLACE + piece] && zone_seen[S[PLACE + piece]] == SEEN_BY_FACES) S[KNOWN + piece] = EVERYONE;
}

static void know(int64_t *S, int64_t piece, int64_t mask) {
    if (piece) S[KNOWN + piece] |= mask;
}

static void shuffle(ctx *c, int64_t *S, int64_t zone, int64_t stream) {
    if (!zone) return;
    int64_t *list = S + zone_base[zone];
    if (zone_ordered[zone])
        for (int64_t i = list[0]; i > 1; i--) {
            int64_t *one = list + 1 + chance(c, S, stream, i), other = list[i];
            list[i] = *one;
            *one = other;
        }
    if (zone_seen[zone] == SEEN_BY_ALL) return;
    if (linked(zone))
        for (int64_t piece = list[1]; piece; piece = S[NEXT + piece]) S[KNOWN + piece] = 0;
    else
        for (int64_t i = 1; i <= list[0]; i++) S[KNOWN + list[i]] = 0;
}

/* ---- copies of the position, to try something out ---- */

static inline void copy_to(int64_t *copy, const int64_t *S) {
    memcpy(copy, S, (size_t)length_of(S) * sizeof *copy);
    if (MASKED) memcpy(MASKS(copy), MASKS(S), MASKED * sizeof *copy);
}
static int64_t *aside(ctx *c, const int64_t *S) {
    int64_t *copy = take(c, SPAN);
    copy_to(copy, S);
    return copy;
}
