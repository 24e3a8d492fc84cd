/* UCT with proven ends, tree and all: play/uct.py says what it does. Positions are not kept: each game goes down the tree
   from a copy of the first one, by the options that the nodes hold, and is played on from there at random.

   plan: games to be played, most ways down the tree, nodes there is room for, nodes in use, most options of a node that is
   looked through for ends, most decisions of a game, whether a win is the best result there can be; and told in it:
   games played, the highest stake met. scale: exploration * sqrt(log(n + 1)) for n below plan[9], then 1 / sqrt(n). */
typedef struct {
    int64_t visits, asker, first, options, tried, proved;
    double got[PLAYERS];
    int64_t results[PLAYERS], option[WIDTH];
} node;

enum { GAMES, WAYS, ROOM, USED, WIDE, LONGEST, WINS, PLAYED, HIGHEST, SCALE };
enum { DEEPEST = 2048 };

static double worth_of(const int64_t *results, int64_t player, int64_t *plan) {
    int64_t sum = 0, above = 0;
    if (PLAYERS == 1) return (double)((results[0] > 0) - (results[0] < 0));
    for (int64_t i = 0; i < PLAYERS; i++) sum += results[i];
    for (int64_t i = 0; i < PLAYERS; i++) {
        if (!sum) plan[HIGHEST] = most(plan[HIGHEST], magnitude(results[i]));
        above += (results[player] > results[i]) - (results[player] < results[i]);
    }
    return sum ? (double)above / (PLAYERS - 1) : (double)results[player] / (double)plan[HIGHEST];
}

static int64_t one_of(int64_t *his, int64_t n) {
#if DIRECT
    return drawn_of((uint64_t)his[0], (uint64_t)++his[1], (uint64_t)n);
#else
    return drawn((uint64_t)his[0], 0xB07, (uint64_t)++his[1], (uint64_t)n);
#endif
}

/* Prove a node by what is proved of its options, if that is enough. */
static int64_t settle(node *nodes, node *here, int64_t *plan) {
    int64_t known = 0;
    double best = 0;
    node *by = 0;
    if (here->proved) return 1;
    for (int64_t i = 0; i < here->tried; i++) {
        node *child = nodes + here->first + i;
        if (!child->proved) continue;
        double worth = worth_of(child->results, here->asker - 1, plan);
        if (!known++ || worth > best) best = worth, by = child;
    }
    if (!by || (known < here->options && !(plan[WINS] && best >= 1))) return 0;
    memcpy(here->results, by->results, sizeof here->results);
    return here->proved = 1;
}

static void trade(node *a, node *b) {
    node kept = *a;
    *a = *b;
    *b = kept;
}

/* Give a node its options, those that end the game at once proved; 0 if there is no room. */
static int64_t open_up(ctx *c, int64_t *S, int64_t *room, node *nodes, node *here, int64_t *plan) {
    int64_t depth = S[DEPTH];
    c->count = 0;
    ask(c, S);
    S[DEPTH] = depth;
    if (c->count > plan[ROOM] - plan[USED]) return 0;
    here->asker = S[ASKER];
    here->options = c->count;
    here->first = plan[USED];
    plan[USED] += c->count;
    for (int64_t i = 0; i < here->options; i++) {
        node *child = nodes + here->first + i;
        memset(child, 0, sizeof *child);
        memcpy(child->option, c->out + i * WIDTH, sizeof child->option);
    }
    if (here->options > plan[WIDE]) return 1;
    for (int64_t i = 0; i < here->options; i++) {
        node *child = nodes + here->first + i;
        copy_to(room, S);
        answer(c, room, child->option);
        advance(c, room);
        if (room[STATUS] != OVER) continue;
        child->proved = 1;
        memcpy(child->results, room + RESULTS, sizeof child->results);
        trade(child, nodes + here->first + here->tried++);
    }
    settle(nodes, here, plan);
    return 1;
}

/* The option to go on with: one that was never tried, or the most promising. */
static node *step(node *nodes, node *here, int64_t *his, const double *scale, const int64_t *plan, int64_t *fresh) {
    node *children = nodes + here->first, *best = children;
    int64_t last = plan[SCALE] - 1, asker = here->asker - 1;
    *fresh = here->tried < here->options;
    if (*fresh) {
        node *next = children + here->tried, *found = next + one_of(his, here->options - here->tried);
        if (found != next) trade(found, next);
        here->tried++;
        return next;
    }
    double bonus = scale[least(here->visits, last)], most_of_all = 0;
    for (int64_t i = 0; i < here->options; i++) {
        node *child = children + i;
        double bound = child->proved ? worth_of(child->results, asker, (int64_t *)plan)
                                     : child->got[asker] / (double)child->visits + bonus * scale[last + 1 + least(child->visits, last)];
        if (!i || bound > most_of_all) most_of_all = bound, best = child;
    }
    return best;
}

static void one_way(ctx *c, int64_t *S, int64_t *room, node *nodes, int64_t *plan, const double *scale, int64_t *dice) {
    node *path[DEEPEST];
    int64_t length = 1, progress[2];
    path[0] = nodes;
    while (S[STATUS] == ASKING && !path[length - 1]->proved && length < DEEPEST) {
        node *here = path[length - 1];
        int64_t fresh;
        if (!here->options && !open_up(c, S, room, nodes, here, plan)) break;
        if (here->proved) break;
        node *next = step(nodes, here, dice + 2 * (here->asker - 1), scale, plan, &fresh);
        path[length++] = next;
        answer(c, S, next->option);
        advance(c, S);
        if (fresh && here->options > 1) break;
    }
    node *end = path[length - 1];
    if (S[STATUS] == OVER && !end->proved) {
        end->proved = 1;
        memcpy(end->results, S + RESULTS, sizeof end->results);
    }
    plan[PLAYED] += !end->proved;
    if (!end->proved) {
#if DIRECT
        directly(c, S, plan[LONGEST], dice, progress);
#else
        at_random(c, S, plan[LONGEST], dice, dice + 2 * PLAYERS, progress);
#endif
    }
    const int64_t *results = end->proved ? end->results : S + RESULTS;
    for (int64_t player = 0; player < PLAYERS; player++) {
        double worth = worth_of(results, player, plan);
        for (int64_t i = 0; i < length; i++) path[i]->got[player] += worth;
    }
    for (int64_t i = 0; i < length; i++) path[i]->visits++;
    if (end->proved)
        for (int64_t i = length - 2; i >= 0 && settle(nodes, path[i], plan);) i--;
}

/* Go on with a search: nodes[0] is the position, dice those of each player, ready for use. */
static int64_t search(ctx *c, const int64_t *position, int64_t *room, int64_t *plan, node *nodes, const double *scale,
                      int64_t *dice) {
    jmp_buf failed;
    int how;
    c->failed = &failed;
    if ((how = setjmp(failed))) return how;
    if (!plan[USED]) {
        memset(nodes, 0, sizeof *nodes);
        plan[USED] = 1;
        for (int64_t player = 0; player < PLAYERS; player++) {
            dice[2 * PLAYERS + player] = player;
#if DIRECT
            dice[2 * player] = (int64_t)stream_of((uint64_t)dice[2 * player], 0xB07);
#endif
        }
    }
    for (; plan[WAYS] > 0 && plan[PLAYED] < plan[GAMES] && !nodes->proved; plan[WAYS]--) {
        copy_to(room, position);
        one_way(c, room, room + SPAN, nodes, plan, scale, dice);
    }
    c->count = 0;
    return DONE;
}
