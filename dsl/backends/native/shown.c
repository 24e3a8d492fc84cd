#if defined(_WIN32)
#define SHOWN __declspec(dllexport)
#elif defined(__GNUC__) || defined(__clang__)
#define SHOWN __attribute__((visibility("default")))
#else
#define SHOWN
#endif

/* All that is seen from outside. */
SHOWN void *const rulewright_machine[] = {
    (void *)run, (void *)options, (void *)choose, (void *)play,
    (void *)call, (void *)rollout, (void *)perft, (void *)sound,
    (void *)batch, (void *)search, (void *)counted,
    (void *)copy_to, (void *)ready, (void *)play_on, (void *)signs,
};
