/* What is seen from outside of all that searches among guesses. The last two are asked by tests: a deal by a key, and what
   a player observes (option: NULL) or how an option looks to him. */
#if defined(_WIN32)
#define SHOWN __declspec(dllexport)
#elif defined(__GNUC__) || defined(__clang__)
#define SHOWN __attribute__((visibility("default")))
#else
#define SHOWN
#endif

static int64_t one_deal(ctx *c, void *const *of) {
    mind whole = a_mind(c, of), *w = &whole;
    const int64_t *m = w->m;
    return deal(w, (uint64_t)w->dice[0], w->deals, w->room + 2 * SPAN);
}
static int64_t seen_by(const int64_t *m, const int64_t *S, int64_t viewer, const int64_t *option) {
    return (int64_t)(option ? sight_of(m, S, option, viewer) : observed(m, S, viewer));
}

SHOWN void *const rulewright_mind[] = {(void *)guessed, (void *)told, (void *)changes, (void *)one_deal, (void *)seen_by};
