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

/* What is offered as a set of bits is counted as one: plane p of a sum holds bit p of the number of each member. Sets wait
   until there are KEPT of them, as many as LOW planes hold: so no step depends on what was carried. */
enum { LOW = 4, KEPT = (1 << LOW) - 1, PLANES = 3 * LOW, FULL = ((1 << PLANES) - 1) / KEPT, LANES = WORDS > 4 ? 32 : 128 };
typedef struct {
    int64_t kept, times; /* times: how often what was kept went into the planes */
    uint64_t waiting[KEPT][WORDS], bits[PLANES][WORDS];
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
