/* What is handed to every function: room, the meter, who is called back. bind.py has the same. */

typedef struct context ctx;
struct context {
    int64_t *base, *top, *end;        /* room for lists and for copies of the position, used like a stack */
    int64_t budget, left;             /* the meter: what one run or call may count, and what is left of it */
    int64_t silent;                   /* a question is put: nothing may be drawn, nothing is logged */
    int64_t code, site;               /* the error that was met */
    int64_t *out, room, count;        /* options: WIDTH numbers each, the first says how many follow */
    int64_t (*draw)(int64_t *, int64_t, int64_t);
    int64_t (*log)(int64_t *, int64_t, int64_t, int64_t *);
    int64_t (*grow)(void);
    void *cells;                      /* what is remembered of layouts: see layouts.c */
    jmp_buf *over, *failed;
    int64_t *dice, *progress, most;   /* who decides in games without frames: see policy.c */
    struct counting *counting;        /* who counts what is offered and taken in them: see counting.c */
    struct trial *trial;              /* what is being tried out on the position itself: see trials.c */
    int64_t *note, *full;             /* where the next slot that it writes is noted, and where there is no more room */
    struct ahead *ahead;              /* what streams and their dice give next: see runtime.c */
    struct horizon *horizon;          /* where games without frames are judged on the way: see onward.c */
};
