/* Many games as in batches.c, with what was offered and taken in them counted as they are played.

   plan: first, how many, most decisions of a game, how many questions are put to its end, and these; then how many are
   put to each turn, and these; then how many gauges are read at each turn, and these; then whose answers are restricted
   (a bit for each player); then how many sorts of things lie in hands and decks, how many hands there are, for each its
   zone and player, and how many decks, for each its zone and player (0: everybody's).
   table: how many answers, how many keys; for each decision its first answer, how many answers; for each answer where in
   the option its thing stands (0: nowhere), the first sort of things, how many sorts, the key of the answer with the
   first of them; for each entity its sort (or -1); for each key whether it is restricted.
   rows: for each game COUNTED numbers (how it came out, decisions, options, why it ended, decisions with one option,
   turns, rounds, the longest wait), the results, the answers, for each gauge how often it was read, the sum, the least,
   the most.
   counts: for each key and player 8 numbers: how often offered, taken; in how many games offered, taken; what of these
   games he won, in PARTS; the last decision; the last game (four times, and 1 if it was taken in it, 2 if it was offered
   there by itself); then room for the keys of a game; then for each sort and player 13 numbers: in how many games it was in
   his deck or his hand, in his hand, named from it by an action, by another answer, in some hand or deck, in his deck;
   what of these games he won; the last game (64 times, and a bit for each of these six); then room for the sorts of a
   game.
   turns: how many numbers stand there, how many have room; for each turn the game, decisions before it, whose, answers. */
enum { COUNTED = 8, EACH = 8, PARTS = 2520, GAUGED = 4 };
enum { CARD_PLACES = 6, CARD_EACH = 2 * CARD_PLACES + 1 };
enum { CARD_HIS = 1, CARD_HAND = 2, CARD_ACTION = 4, CARD_ANSWER = 8, CARD_THERE = 16, CARD_DECK = 32 };

/* What is offered as a set of bits is counted as one: plane p of a sum holds bit p of the number of each member. */
enum { PLANES = 8, LANES = WORDS > 4 ? 32 : 128 };
typedef struct {
    int64_t count;
    uint64_t bits[PLANES][WORDS];
} sum;

/* The things of an answer of a player, which are so many bits from the first on, each with a key of its own. usable: 1 if
   that is so, -1 if not, 0 if nobody has asked yet; seen, took: what was offered and taken in the game; again: how often
   it was all there was to take; takes: how often each thing was taken. */
typedef struct {
    int64_t usable, first, words, game, answer, seat, at, decision, action;
    int64_t *row, again, takes[64 * WORDS]; /* row: the numbers of the answer itself */
    uint64_t seen[WORDS], took[WORDS];
    sum often, games, won, games_taken, won_taken;
} lane;

typedef struct counting counting;
#if !DIRECT
static void directly(ctx *c, int64_t *S, int64_t limit, int64_t *dice, int64_t *progress) {
    (void)S, (void)limit, (void)dice, (void)progress;
    fault(c, NO_FRAME, 0);
}
#endif
struct counting {
    const int64_t *plan, *put, *gauge, *table, *sorts, *restricted;
    int64_t keys, asks, puts, gauges, whose, whole; /* whole: games are played without frames */
    int64_t *counts, *met, *turns, *read;
    int64_t game, serial, many; /* of this game: its number from 1; the decision; how many keys were met */
    int64_t forced, changes, rounds, wait, first, before, last[PLAYERS];
    int64_t active, mixed, lane_of[LANES]; /* lanes of this game; whether something was offered beside them */
    lane *lanes, *again[PLAYERS]; /* for each player the lane of his last decision, if it was that of all his options */
    const int64_t *S, *hand, *deck;
    int64_t cards, hands, decks, dealt, touched, *card, *touch; /* dealt: whether the decks of this game were looked at */
};

/* The keys of an option: its answer, and this with the thing that it names (-1: it names none). */
static inline int64_t keys_of(const counting *of, int64_t decision, const int64_t *option, int64_t *both) {
    const int64_t *about = of->table + 2 + 2 * decision;
    int64_t at = option[0] ? option[1] : 0, answer = about[0] + (at < 0 ? 0 : at >= about[1] ? about[1] - 1 : at);
    about = of->table + 2 + 2 * DECISIONS + 4 * answer;
    *both = -1;
    if (!about[0] || about[0] > option[0]) return answer;
    int64_t entity = option[about[0]], sort = entity < 1 || entity > LAST_PIECE ? -1 : of->sorts[entity] - about[1];
    if (sort >= 0 && sort < about[2]) *both = about[3] + sort;
    return answer;
}

static inline void in_game(counting *of, int64_t at, int64_t *row, int64_t how) {
    if (row[7] < 4 * of->game) {
        row[7] = 4 * of->game;
        of->met[of->many++] = at;
    }
    row[7] |= how;
}

static inline void offered(counting *of, int64_t key, int64_t seat) {
    int64_t at = key * PLAYERS + seat, *row = of->counts + at * EACH;
    if (row[6] == of->serial) return;
    row[6] = of->serial;
    row[0]++;
    in_game(of, at, row, 2);
}

static inline void taken(counting *of, int64_t key, int64_t seat) {
    int64_t at = key * PLAYERS + seat, *row = of->counts + at * EACH;
    row[1]++;
    in_game(of, at, row, 1);
}

static inline void took(counting *of, int64_t decision, const int64_t *option, int64_t seat) {
    int64_t both, answer = keys_of(of, decision, option, &both);
    taken(of, answer, seat);
    if (both >= 0) taken(of, both, seat);
}

static int64_t is_restricted(const counting *of, int64_t decision, const int64_t *option) {
    int64_t both, answer = keys_of(of, decision, option, &both);
    return of->restricted[answer] || (both >= 0 && of->restricted[both]);
}

/* The option that is taken of those asked for; restricted ones are taken only where there are no others. */
static int64_t pick_among(ctx *c, counting *of, int64_t decision, int64_t seat, int64_t *dice) {
    int64_t both, answer, before = -1, left = c->count, guarded = of->whose >> seat & 1;
    for (int64_t i = 0; i < c->count; i++) {
        answer = keys_of(of, decision, c->out + i * WIDTH, &both);
        if (answer != before) offered(of, before = answer, seat);
        if (both >= 0) offered(of, both, seat);
        if (guarded) left -= is_restricted(of, decision, c->out + i * WIDTH);
    }
    guarded = guarded && left && left < c->count;
    int64_t pick = drawn((uint64_t)dice[0], 0xB07, (uint64_t)++dice[1], (uint64_t)(guarded ? left : c->count));
    for (int64_t i = 0; guarded && i <= pick; i++) pick += is_restricted(of, decision, c->out + i * WIDTH);
    took(of, decision, c->out + pick * WIDTH, seat);
    return pick;
}

/* ---- cards in decks and hands ---- */

static inline void marked(counting *of, int64_t sort, int64_t seat, int64_t how) {
    int64_t at = sort * PLAYERS + seat, *row = of->card + at * CARD_EACH;
    if (sort < 0 || sort >= of->cards) return;
    if (row[2 * CARD_PLACES] < 64 * of->game) {
        row[2 * CARD_PLACES] = 64 * of->game;
        of->touch[of->touched++] = at;
    }
    row[2 * CARD_PLACES] |= how;
}

/* Everything in a zone is marked for a player; of a deck of all (0) it is only known that it is there. */
static inline void zone_marked(counting *of, const int64_t *about, int64_t how) {
    int64_t base = zone_base[about[0]], count = of->S[base], chained = base >= CHAIN, slot = base + 1;
    for (int64_t i = 0; i < count; i++) {
        int64_t thing = of->S[slot];
        marked(of, of->sorts[thing], about[1] ? about[1] - 1 : 0, about[1] ? how : CARD_THERE);
        slot = chained ? NEXT + thing : slot + 1;
    }
}

/* Somebody is asked, or the game is over: what lies in hands, and in decks when it begins and ends. */
static void hands_seen(counting *of, int64_t over) {
    for (int64_t i = 0; i < of->hands; i++) zone_marked(of, of->hand + 2 * i, CARD_HIS | CARD_HAND);
    for (int64_t i = 0; (!of->dealt || over) && i < of->decks; i++)
        zone_marked(of, of->deck + 2 * i, CARD_HIS | CARD_DECK);
    of->dealt = 1;
}

/* The game has ended: it is counted for all cards that were anywhere. */
static void cards_judged(counting *of, const int64_t *won) {
    hands_seen(of, 1);
    for (int64_t i = 0, found = of->touched; i < found; i++)
        for (int64_t seat = 0, sort = of->touch[i] / PLAYERS; seat < PLAYERS; seat++) marked(of, sort, seat, CARD_THERE);
    for (int64_t i = 0; i < of->touched; i++) {
        int64_t at = of->touch[i], *row = of->card + at * CARD_EACH;
        for (int64_t bit = 0; bit < CARD_PLACES; bit++)
            if (row[2 * CARD_PLACES] >> bit & 1) row[bit]++, row[CARD_PLACES + bit] += won[at % PLAYERS];
    }
}

/* Somebody takes an option: whether it names something in his hand. */
static void hand_played(counting *of, int64_t decision, const int64_t *option, int64_t seat) {
    const int64_t *about = of->table + 2 + 2 * decision;
    int64_t at = option[0] ? option[1] : 0, actions = !about[0];
    int64_t answer = about[0] + (at < 0 ? 0 : at >= about[1] ? about[1] - 1 : at);
    about = of->table + 2 + 2 * DECISIONS + 4 * answer;
    if (!about[0] || about[0] > option[0]) return;
    int64_t thing = option[about[0]];
    if (thing < FIRST_PIECE || thing > LAST_PIECE) return;
    for (int64_t i = 0; i < of->hands; i++)
        if (of->hand[2 * i] == of->S[PLACE + thing] && of->hand[2 * i + 1] == seat + 1)
            marked(of, of->sorts[thing], seat, actions ? CARD_ACTION : CARD_ANSWER);
}

/* Somebody is asked: whether it is a turn. */
OWN void arrived(counting *of, int64_t asker) {
    if (asker == of->before) return;
    of->before = asker;
    of->changes++;
    if (!of->first) of->first = asker;
    of->rounds += asker == of->first;
}

/* Somebody, who was asked before, has so many options. */
static void asked_with(counting *of, int64_t seat, int64_t options, int64_t made) {
    of->serial++;
    if (of->last[seat] >= 0) of->wait = most(of->wait, made - of->last[seat] - 1);
    of->last[seat] = made;
    of->forced += options == 1;
}

/* ---- lanes: options that are not listed ---- */

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

/* Add what a sum has come to to one of the numbers of each key, so many times. */
static void poured(counting *of, lane *of_lane, sum *from, int64_t column, int64_t times) {
    for (int64_t p = 0; p < PLANES; p++)
        EACH_BIT(bit, from->bits[p], of_lane->words, {
            int64_t *row = row_of(of, of_lane, bit);
            if (row) row[column] += times << p;
        })
    memset(from, 0, sizeof *from);
}

static inline void summed(counting *of, lane *of_lane, sum *to, const uint64_t *mask, int64_t column, int64_t times) {
    if (to->count == (1 << PLANES) - 1) poured(of, of_lane, to, column, times);
    to->count++;
    for (int64_t word = 0; word < of_lane->words; word++) {
        uint64_t *low = &to->bits[0][word], *next = &to->bits[1][word], more = mask[word], two = *low & more;
        *low ^= more;
        more = *next & two;
        *next ^= two;
        for (int64_t p = 2; more; p++) {
            uint64_t both = to->bits[p][word] & more;
            to->bits[p][word] ^= more;
            more = both;
        }
    }
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

/* A question put in the middle of a game, where the rules may have no answer to it. */
static int64_t answer_now(ctx *c, int64_t *S, const int64_t *about) {
    jmp_buf failed, over, *before = c->failed, *outer = c->over;
    int64_t depth = S[DEPTH], found = INT64_MIN;
    c->failed = &failed;
    c->over = &over;
    if (!setjmp(failed) && !setjmp(over)) {
        int64_t answered = asked_of(c, S, about);
        c->failed = before;
        c->over = outer;
        return answered;
    }
    c->failed = before;
    c->over = outer;
    S[DEPTH] = depth;
    return found;
}

/* Read the gauges: it is a turn of somebody. */
static void gauged(ctx *c, int64_t *S, counting *of) {
    for (int64_t i = 0, *to = of->read; i < of->gauges; i++, to += GAUGED) {
        int64_t now = answer_now(c, S, of->gauge + 2 * i);
        if (now == INT64_MIN) continue;
        to[2] = to[0] ? least(to[2], now) : now;
        to[3] = to[0] ? most(to[3], now) : now;
        to[0]++;
        to[1] += now;
    }
}

static void turned(ctx *c, int64_t *S, counting *of, int64_t made) {
    int64_t asker = S[STATUS] == ASKING ? S[ASKER] : 0, *turns = of->turns;
    if (of->gauges && asker && (asker != of->before || PLAYERS == 1)) gauged(c, S, of);
    if (asker == of->before && asker) return;
    if (asker) arrived(of, asker);
    if (!of->puts || turns[0] + 3 + of->puts > turns[1]) return;
    int64_t *to = turns + 2 + turns[0];
    to[0] = of->game - 1;
    to[1] = made;
    to[2] = asker;
    for (int64_t i = 0; i < of->puts; i++) to[3 + i] = answer_now(c, S, of->put + 2 * i);
    turns[0] += 3 + of->puts;
}

static void counted_game(ctx *c, int64_t *S, counting *of, int64_t *dice, int64_t *progress) {
    progress[0] = progress[1] = 0;
    if (S[STATUS] == RUNNING) advance(c, S);
    while (S[STATUS] == ASKING && progress[0] < of->plan[2]) {
        int64_t asker = S[ASKER];
        if (asker < 1 || asker > PLAYERS) fault(c, NO_ANSWER, asker);
        turned(c, S, of, progress[0]);
        int64_t depth = S[DEPTH];
        c->count = 0;
        ask(c, S);
        S[DEPTH] = depth;
        asked_with(of, asker - 1, c->count, progress[0]);
        progress[1] += c->count;
        int64_t pick = pick_among(c, of, S[DECISION], asker - 1, dice + 2 * (asker - 1));
        if (of->cards) {
            hands_seen(of, 0);
            hand_played(of, S[DECISION], c->out + pick * WIDTH, asker - 1);
        }
        answer(c, S, c->out + pick * WIDTH);
        advance(c, S);
        progress[0]++;
    }
    c->count = 0;
    if (S[STATUS] == OVER) turned(c, S, of, progress[0]);
}

static int one_counted(ctx *c, int64_t *S, counting *of, int64_t *dice, int64_t *progress, int64_t *row) {
    jmp_buf failed, over;
    int how;
    c->failed = &failed;
    if ((how = setjmp(failed))) return how;
    if (of->whole) {
        c->counting = of;
        directly(c, S, of->plan[2], dice, progress);
        c->counting = 0;
    } else counted_game(c, S, of, dice, progress);
    c->over = &over;
    if (!setjmp(over))
        for (int64_t i = 0; i < of->asks; i++) row[COUNTED + PLAYERS + i] = asked_of(c, S, of->plan + 4 + 2 * i);
    return DONE;
}

/* What the keys that were met in a game have to do with how it ended, if it did. */
static void judged(const int64_t *S, counting *of, int64_t came) {
    int64_t best = S[RESULTS], first = 0, won[PLAYERS];
    if (came != ENDED) return;
    for (int64_t player = 1; player < PLAYERS; player++) best = most(best, S[RESULTS + player]);
    for (int64_t player = 0; player < PLAYERS; player++) first += S[RESULTS + player] == best;
    for (int64_t player = 0; player < PLAYERS; player++) {
        int64_t result = S[RESULTS + player];
        won[player] = PLAYERS == 1 ? PARTS * (result > 0) : result == best ? PARTS / first : 0;
    }
    for (int64_t i = 0; i < of->many; i++) {
        int64_t at = of->met[i], *row = of->counts + at * EACH, own = won[at % PLAYERS];
        if (row[7] & 2) row[2]++, row[4] += own;
        if (row[7] & 1) row[3]++, row[5] += own;
    }
    if (of->cards) cards_judged(of, won);
    lanes_judged(of, won);
}

static void set_out(counting *of, const int64_t *plan, const int64_t *table, int64_t *counts, int64_t *turns) {
    memset(of, 0, sizeof *of);
    of->plan = plan;
    of->asks = plan[3];
    of->puts = plan[4 + 2 * of->asks];
    of->put = plan + 5 + 2 * of->asks;
    of->gauges = of->put[2 * of->puts];
    of->gauge = of->put + 2 * of->puts + 1;
    of->whose = of->gauge[2 * of->gauges];
    const int64_t *lying = of->gauge + 2 * of->gauges + 1;
    of->cards = lying[0];
    of->hands = lying[1];
    of->hand = lying + 2;
    of->decks = of->hand[2 * of->hands];
    of->deck = of->hand + 2 * of->hands + 1;
    of->table = table;
    of->keys = table[1];
    of->sorts = table + 2 + 2 * DECISIONS + 4 * table[0];
    of->whole = DIRECT && !of->puts && !of->gauges && !of->whose;
    of->restricted = of->sorts + LAST_PIECE + 1;
    of->counts = counts;
    of->met = counts + EACH * of->keys * PLAYERS;
    of->card = of->met + of->keys * PLAYERS;
    of->touch = of->card + CARD_EACH * of->cards * PLAYERS;
    of->turns = turns;
}

static int64_t counted(ctx *c, const int64_t *position, int64_t *room, const int64_t *plan, const int64_t *table,
                       int64_t *rows, int64_t *counts, int64_t *turns) {
    counting of;
    lane lanes[LANES];
    memset(lanes, 0, sizeof lanes);
    set_out(&of, plan, table, counts, turns);
    of.lanes = lanes;
    of.S = room;
    int64_t dice[2 * PLAYERS], progress[2], width = COUNTED + PLAYERS + plan[3] + GAUGED * of.gauges;
    c->count = 0;
    for (int64_t i = 0; i < plan[1]; i++) {
        uint64_t key = ((uint64_t)plan[0] + (uint64_t)i) & (uint64_t)INT64_MAX;
        int64_t *row = rows + i * width;
        copy_to(room, position);
        room[KEY_LO] = (int64_t)(key & UINT32_MAX);
        room[KEY_HI] = (int64_t)(key >> 32);
        for (int64_t player = 0; player < PLAYERS; player++) {
            uint64_t seed = 64 * key + (uint64_t)player + 1;
            dice[2 * player] = (int64_t)(of.whole ? stream_of(seed, 0xB07) : seed);
            dice[2 * player + 1] = 0;
            of.last[player] = -1;
        }
        of.game = i + 1;
        of.read = row + COUNTED + PLAYERS + of.asks;
        of.active = of.mixed = of.many = of.dealt = of.touched = of.forced = of.changes = of.rounds = of.wait = of.first = of.before = 0;
        int how = one_counted(c, room, &of, dice, progress, row);
        c->counting = 0;
        progress[0] = most(progress[0], 0);
        if (how != DONE && how != ERROR) return how;
        int64_t came = how == ERROR ? BROKEN : room[STATUS] == OVER ? ENDED : UNFINISHED;
        judged(room, &of, came);
        int64_t told[COUNTED] = {came, progress[0], progress[1], came == BROKEN ? c->code : room[REASON],
                                 of.forced, of.changes, of.rounds, of.wait};
        memcpy(row, told, sizeof told);
        memcpy(row + COUNTED, room + RESULTS, PLAYERS * sizeof *row);
    }
    lanes_poured(&of);
    return DONE;
}
