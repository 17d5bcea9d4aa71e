/* Places of several players' states, joined: what each has changed, the last one's where two have changed the same. */

static int same_place(const State *a, const State *b, int place) {
    int p = a->first_[place], q = b->first_[place];
    while (p == q && p >= 0) p = a->next_[p], q = b->next_[q];
    return p == q;
}

static void join_places(State *s, const State *base, Vp parts) {
    V found[PLACES];
    static char changed[PLACES];
    int pieces = 0;
    for (int place = 0; place < PLACES; place++) {
        changed[place] = 0;
        for (int k = 0; k < parts.n; k++) {
            const State *mine = parts.p[k].state;
            if (same_place(mine, base, place)) continue;
            found[place] = zone(mine, place);
            changed[place] = 1;
        }
        if (!changed[place]) continue;
        for (int i = 0; i < found[place].n; i++) if (s->where_[found[place].p[i]] != place) fault();
    }
    for (int place = 0; place < PLACES; place++) if (changed[place]) lay_out(s, place, found[place]);
    for (int place = 0; place < PLACES; place++) pieces += s->n_[place];
    if (pieces != PIECES) fault();
}
