/* Options that are not listed, in games without frames: sets of them are counted as sets (see counting.c). */

/* Where the numbers of a bit of a lane stand; 0 if it has no key. */
static inline int64_t *row_of(counting *of, const lane *of_lane, int64_t bit) {
    const int64_t *about = of->table + 2 + 2 * DECISIONS + 4 * of_lane->answer;
    int64_t thing = of_lane->first + bit, sort = thing < 1 || thing > LAST_PIECE ? -1 : of->sorts[thing] - about[1];
    return sort < 0 || sort >= about[2] ? 0 : of->counts + ((about[3] + sort) * PLAYERS + of_lane->seat) * EACH;
}

#define EACH_BIT(bit, mask, words, body) \
    for (int64_t word_ = 0; word_ < (words); word_++) \
        for (uint64_t bits_ = (mask)[word_]; bits_; bits_ &= bits_ - 1) { \
            int64_t bit = 64 * word_ + lowest(bits_); \
            body \
        }

/* Take the sets that wait into the planes. */
static void gathered(sum *of, int64_t words) {
    for (int64_t word = 0; word < words; word++) {
        uint64_t ones = 0, twos = 0, fours = 0, eights = 0, carry = 0;
        for (int64_t i = 0; i < of->kept; i++) {
            uint64_t one = of->waiting[i][word], two = ones & one, four = twos & two;
            ones ^= one;
            twos ^= two;
            eights ^= fours & four;
            fours ^= four;
        }
        const uint64_t low[LOW] = {ones, twos, fours, eights};
        for (int64_t p = 0; p < LOW; p++) {
            uint64_t *plane = &of->bits[p][word], one = *plane, both = one ^ low[p];
            *plane = both ^ carry;
            carry = (one & low[p]) | (carry & both);
        }
        for (int64_t p = LOW; carry; p++) {
            uint64_t *plane = &of->bits[p][word], one = *plane;
            *plane = one ^ carry;
            carry &= one;
        }
    }
    of->kept = 0;
    of->times++;
}

/* Add what a sum has come to to one of the numbers of each key, so many times. */
static void poured(counting *of, lane *of_lane, sum *from, int64_t column, int64_t times) {
    gathered(from, of_lane->words);
    for (int64_t p = 0; p < PLANES; p++)
        EACH_BIT(bit, from->bits[p], of_lane->words, {
            int64_t *row = row_of(of, of_lane, bit);
            if (row) row[column] += times << p;
        })
    memset(from, 0, sizeof *from);
}

static void gathered_or_poured(counting *of, lane *of_lane, sum *to, int64_t column, int64_t times) {
    if (to->times + 1 < FULL) gathered(to, of_lane->words);
    else poured(of, of_lane, to, column, times);
}

static inline void summed(counting *of, lane *of_lane, sum *to, const uint64_t *mask, int64_t column, int64_t times) {
    memcpy(to->waiting[to->kept], mask, sizeof to->waiting[0]);
    if (++to->kept == KEPT) gathered_or_poured(of, of_lane, to, column, times);
}

/* Whether each thing of a run has a key of its own: their sorts ascend. */
static int64_t apart(counting *of, lane *of_lane, const struct run *run) {
    int64_t before = -1;
    of_lane->first = run->first;
    of_lane->words = run->words;
    for (int64_t bit = 0; bit < 64 * run->words; bit++) {
        const int64_t *row = row_of(of, of_lane, bit);
        if (!row) continue;
        if (row - of->counts <= before) return -1;
        before = row - of->counts;
    }
    return 1;
}

/* The lane of a run whose options have one answer; 0 if it has none. */
static inline lane *lane_of(counting *of, const struct run *run, int64_t answer, int64_t seat) {
    int64_t at = answer * PLAYERS + seat;
    if (at >= LANES) return 0;
    lane *found = of->lanes + at;
    if (!found->usable) {
        found->answer = answer;
        found->seat = seat;
        found->usable = apart(of, found, run);
    }
    if (found->usable < 0 || found->first != run->first || found->words != run->words) return 0;
    if (found->game != of->game) {
        found->game = of->game;
        memset(found->seen, 0, sizeof found->seen);
        memset(found->took, 0, sizeof found->took);
        of->lane_of[of->active++] = at;
    }
    return found;
}

/* What was offered in a game that has ended, and what was won in it. */
static void lanes_judged(counting *of, const int64_t *won) {
    for (int64_t i = 0; i < of->active; i++) {
        lane *here = of->lanes + of->lane_of[i];
        int64_t own = won[here->seat];
        if (!of->mixed) {
            summed(of, here, &here->games, here->seen, 2, 1);
            summed(of, here, &here->games_taken, here->took, 3, 1);
            if (own == PARTS) {
                summed(of, here, &here->won, here->seen, 4, PARTS);
                summed(of, here, &here->won_taken, here->took, 5, PARTS);
            }
            if (!own || own == PARTS) continue;
        }
        EACH_BIT(bit, here->seen, here->words, {
            int64_t *row = row_of(of, here, bit);
            if (!row || (of->mixed && row[7] >= 4 * of->game && row[7] & 2)) continue;
            row[2] += of->mixed;
            row[4] += own;
        })
        EACH_BIT(bit, here->took, here->words, {
            int64_t *row = row_of(of, here, bit);
            if (!row || (of->mixed && row[7] >= 4 * of->game && row[7] & 1)) continue;
            row[3] += of->mixed;
            row[5] += own;
        })
    }
}

/* At the end all sums go where they belong. */
static void lanes_poured(counting *of) {
    for (int64_t at = 0; at < LANES; at++) {
        lane *here = of->lanes + at;
        if (here->usable < 1) continue;
        poured(of, here, &here->often, 0, 1);
        poured(of, here, &here->games, 2, 1);
        poured(of, here, &here->won, 4, PARTS);
        poured(of, here, &here->games_taken, 3, 1);
        poured(of, here, &here->won_taken, 5, PARTS);
        if (here->again) here->row[0] += here->again, here->row[1] += here->again;
        for (int64_t bit = 0; bit < 64 * here->words; bit++) {
            int64_t *row = here->takes[bit] ? row_of(of, here, bit) : 0;
            if (row) row[1] += here->takes[bit];
        }
    }
}

/* The option of a run that is taken. */
static inline void took_bit(lane *of_lane, const struct run *run) {
    int64_t bit = run->option[run->at] - run->first;
    of_lane->took[bit >> 6] |= UINT64_C(1) << (bit & 63);
    of_lane->takes[bit]++;
}

/* Options that are not listed: they differ in one number only, and often have an answer in common. alone: nothing else
   that is offered has that answer; taken_one: the option that is taken. Whether it was one of these, and is counted. */
static int64_t offered_run(counting *of, const struct run *run, int64_t decision, int64_t seat, int64_t alone,
                           const int64_t *taken_one) {
    const int64_t *about = of->table + 2 + 2 * decision;
    int64_t option[WIDTH], both, answer;
    memcpy(option, run->option, sizeof option);
    if (run->at != 1 || about[1] <= 1) {
        offered(of, answer = keys_of(of, decision, option, &both), seat);
        int64_t thing = of->table[2 + 2 * DECISIONS + 4 * answer];
        lane *found = alone && thing == run->at ? lane_of(of, run, answer, seat) : 0;
        if (found) {
            for (int64_t word = 0; word < run->words; word++) found->seen[word] |= run->bits[word];
            summed(of, found, &found->often, run->bits, 0, 1);
            if (taken_one != run->option) return 0;
            took_bit(found, run);
            taken(of, answer, seat);
            found->at = run->at;
            found->decision = decision;
            found->action = run->option[1];
            found->row = of->counts + (answer * PLAYERS + seat) * EACH;
            of->again[seat] = found;
            return 1;
        }
    }
    EACH_BIT(bit, run->bits, run->words, {
        option[run->at] = run->first + bit;
        offered(of, keys_of(of, decision, option, &both), seat);
        if (both < 0) continue;
        offered(of, both, seat);
        of->mixed = 1;
    })
    return 0;
}

/* The first answer of a run, which says whose it is where it is the only one. */
static inline int64_t answer_of(const counting *of, const struct run *run, int64_t decision) {
    const int64_t *about = of->table + 2 + 2 * decision;
    return run->at == 1 ? -1 : about[0] + (run->option[1] >= about[1] ? about[1] - 1 : run->option[1]);
}

/* The same where all options are one run, as they were when the player was asked last in this game; whether they are. */
static inline int64_t offered_again(counting *of, const struct run *run, int64_t decision, int64_t seat,
                                    const int64_t *taken_one) {
    lane *here = of->again[seat];
    if (!here || here->game != of->game || here->decision != decision || taken_one != run->option || here->at != run->at ||
        here->first != run->first || here->words != run->words || (run->at != 1 && here->action != run->option[1]))
        return 0;
    here->again++; /* in this game the answer was offered and taken before */
    for (int64_t word = 0; word < run->words; word++) here->seen[word] |= run->bits[word];
    summed(of, here, &here->often, run->bits, 0, 1);
    took_bit(here, run);
    return 1;
}

/* What is offered in games without frames, and what is taken of it. */
OWN void noted(ctx *c, const struct runs *q, int64_t asker, int64_t decision, const int64_t *option) {
    counting *of = c->counting;
    int64_t both, answer, before = -1, seat = asker - 1, runs = q ? q->runs : 0, alone[RUNS];
    asked_with(of, seat, c->count, c->progress[0]);
    if (of->cards) {
        hands_seen(of, 0);
        hand_played(of, decision, option, seat);
    }
    if (runs == 1 && !q->listed && offered_again(of, q->order[0], decision, seat, option)) return;
    for (int64_t i = 0; i < runs; i++) {
        alone[i] = 1;
        for (int64_t j = 0; runs > 1 && j < runs; j++)
            if (j != i && answer_of(of, q->order[i], decision) == answer_of(of, q->order[j], decision)) alone[i] = 0;
    }
    for (int64_t i = 0, listed = q ? q->listed : c->count; i < listed; i++) {
        answer = keys_of(of, decision, c->out + i * WIDTH, &both);
        if (answer != before) {
            offered(of, before = answer, seat);
            for (int64_t j = 0; j < runs; j++)
                if (answer_of(of, q->order[j], decision) == answer) alone[j] = 0;
        }
        if (both < 0) continue;
        offered(of, both, seat);
        of->mixed = 1;
    }
    int64_t counted = 0;
    for (int64_t i = 0; i < runs; i++) counted |= offered_run(of, q->order[i], decision, seat, alone[i], option);
    if (!counted) took(of, decision, option, seat);
}
