/* Games of a batch, one after the other. */

typedef struct {
    int players, scenario;
    int logging;                                       /* answers are noted */
    int whole;                                         /* all columns are told, not only those that count */
    int go_on;                                         /* choices and chance come from one stream for all games */
    int n_games, n_choices;                            /* bytes of the first parts of the seeds */
    const Byte *games, *choices;
    const int *seats, *options;
} Batch;

static State state;
static Packed games_seed, choices_seed;
static long long position;                             /* in the stream of chance that all games share */

static int play(State *s) {
    int how = setjmp(way_out);
    if (how == 0) {
        int node = 0;
        for (int left = 1000000; left; left--) {
            top = bottom;
            node = step(s, node);
            if (node < 0) return FINE;
        }
        return FAULT;
    }
    return how;
}

/* Play game k. Whether it went to its end. */
static int play_game(const Batch *batch, U k) {
    answers.decisions = 0;
    frames = were_n = 0;
    if (!batch->go_on) {
        stream_of(derive(&games_seed, k));
        twister_seed(derive(&choices_seed, k));
    }
    top = bottom;
    fresh(&state);
    if (batch->go_on) state.pos_ = position;
    int how = play(&state);
    position = state.pos_;
    return how != FAULT;
}

static int begin(const Batch *batch) {
    if (!bottom) {
        bottom = (char *)malloc(ROOM);
        if (!bottom) return 0;
        brim = bottom + ROOM;
    }
    games_seed.n = batch->n_games, choices_seed.n = batch->n_choices;
    memcpy(games_seed.bytes, batch->games, (size_t)batch->n_games);
    memcpy(choices_seed.bytes, batch->choices, (size_t)batch->n_choices);
    players_.n = batch->players;
    memcpy(seats_, batch->seats, (size_t)batch->players * sizeof(int));
    scenario_ = batch->scenario;
    set_options(batch->options);
    answers.logging = batch->logging, answers.n = 0;
    return 1;
}

EXPORT void go_on_from(U choices, U chance) {
    twister_seed(choices);
    stream_of(chance);
    position = 0;
}

EXPORT const int *answers_given(void) { return answers.p; }

/* Play n games from number `first` on. Each tells a row of numbers: how many, and unless it is a fault: outcome, winner,
   decisions, `me`, if answers are noted numbers of the stream and where they stand, columns. How many were played: fewer if there is no more room. */
EXPORT long long play_games(const Batch *batch, long long first, long long n, int *rows, long long room) {
    if (!begin(batch)) return -1;
    told = rows, told_end = rows + room;
    for (long long k = 0; k < n; k++) {
        int *row = told, before = answers.n;
        int fine = play_game(batch, (U)(first + k));
        tell(0);
        if (fine) {
            tell(state.over_), tell(state.winner_), tell(answers.decisions), tell(state.me);
            if (batch->logging) tell(state.pos_ > 2147483647 ? -1 : state.pos_), tell(before), tell(answers.n - before);
            tell_columns(&state, batch->whole);
        }
        if (told > told_end) return k;
        *row = (int)(told - row);
    }
    return n;
}

/* Play n games without telling of them: decisions[0] are those made, decisions[1] the games that were a fault. */
EXPORT void play_out(const Batch *batch, long long first, long long n, long long *decisions) {
    if (!begin(batch)) return;
    for (long long k = 0; k < n; k++) {
        if (play_game(batch, (U)(first + k))) decisions[0] += answers.decisions; else decisions[1]++;
    }
}
