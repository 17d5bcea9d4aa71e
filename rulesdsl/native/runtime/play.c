/* Players, dice and questions: what needs the state, whatever the game. */

static int seats_[SEATS];
static V players_ = {0, SEATS, seats_};               /* the same through all games of a batch */

static V players_from(V players, I first) {
    V made = V_of(players.n);
    int from = 0;
    while (from < players.n && players.p[from] != first) from++;
    for (int i = 0; i < players.n; i++) made.p[made.n++] = players.p[(from + i) % players.n];
    return made;
}

static inline I next_player(V players, I player) {
    int i = 0;
    while (i < players.n && players.p[i] != player) i++;
    return players.p[i >= players.n - 1 ? 0 : i + 1];
}

static V present(V players, V seats) {
    V made = V_of(players.n);
    for (int i = 0; i < players.n; i++) if (holds(seats, players.p[i])) made.p[made.n++] = players.p[i];
    return made;
}

static inline I acting(V players, I seat, V stand_ins) {
    return seat < 0 || holds(players, seat) ? seat : at(stand_ins, seat);
}

static inline I said_winner(I player) { return player >= 0 ? player : -2; }

/* -------------------------------------------------------------------- dice */

static inline I roll(State *s, I sides) {
    return (I)(number_at((U)s->pos_++) * (U)sides >> 32) + 1;
}

static inline I pick(State *s, I n) { return roll(s, n) - 1; }

static V roll_list(State *s, I count, I sides) {
    if (count > 1000) fault();
    V made = V_of(count < 0 ? 0 : count);
    while (made.n < count) made.p[made.n++] = (int)roll(s, sides);
    return made;
}

static I roll_sum(State *s, I count, I sides) { return sum(roll_list(s, count, sides)); }
static I roll_best(State *s, I count, I sides) { return max_of(roll_list(s, count, sides)); }

static I roll_digits(State *s, I count, I sides) {
    V digits = roll_list(s, count > 18 ? 18 : count, sides);
    I value = 0;
    for (int i = 0; i < digits.n; i++) value = within(value * 10 + digits.p[i]);
    return value;
}

/* --------------------------------------------------------------- questions */

static struct { long long decisions; int logging, n, room; int *p; } answers;

static __attribute__((noinline)) void note_answer(I site, I player, int i) {
    if (answers.n + 3 > answers.room) {
        int room = answers.room * 2 + 3000;
        int *p = (int *)realloc(answers.p, (size_t)room * sizeof(int));
        if (!p) fault();
        answers.p = p, answers.room = room;
    }
    answers.p[answers.n++] = i;
    answers.p[answers.n++] = (int)player;
    answers.p[answers.n++] = (int)site;
}

/* Which of some options is taken, all with equal chance. */
static inline int answer(State *s, I site, I player, int n) {
    (void)s;
    if (n <= 0) fault();
    int i = chosen(n);
    answers.decisions++;
    if (answers.logging) note_answer(site, player, i);
    return i;
}

static inline I ask(State *s, I site, I player, V options) { return options.p[answer(s, site, player, options.n)]; }

static int choose_step(State *s, I site, I player, V offered, int done, int hidden, I *taken) {
    int n = offered.n + done;
    int i = n == 1 && !hidden ? 0 : answer(s, site, player, n);
    if (i >= offered.n) return 0;
    *taken = offered.p[i];
    return 1;
}

/* Several, asked one by one in ascending order; the option behind the last one is "done". */
static V choose_several(State *s, I site, I player, V options, I low, I high, int hidden) {
    V chosen_ = V_of(options.n), rest = options;
    if (low > rest.n) fault();
    while (chosen_.n < high && rest.n) {
        I missing = low - chosen_.n, taken = 0;
        V offered = rest;
        if (missing > 0) offered.n = (int)(rest.n - missing + 1);
        if (!choose_step(s, site, player, offered, missing <= 0, hidden, &taken)) break;
        chosen_.p[chosen_.n++] = (int)taken;
        int i = 0;
        while (rest.p[i] != taken) i++;
        rest.p += i + 1, rest.n -= i + 1;
    }
    return chosen_;
}

/* ---------------------------------------------------------------- the end */

/* What `me` was before: a game that ends in the middle of a rule leaves it as it was. */
static struct { State *state; int me; } were[MOST_FRAMES + 8];
static int were_n;

static inline void remember_me(State *s, I me) {
    if (were_n >= MOST_FRAMES) fault();
    were[were_n].state = s, were[were_n++].me = (int)me;
}

static inline void recall_me(void) { were_n--, were[were_n].state->me = were[were_n].me; }

__attribute__((noreturn)) static void game_over(void) {
    while (were_n) recall_me();
    longjmp(way_out, OVER);
}

__attribute__((noreturn)) static void end_game(State *s, I outcome, I winner) {
    s->over_ = (int)outcome, s->winner_ = (int)winner;
    game_over();
}
