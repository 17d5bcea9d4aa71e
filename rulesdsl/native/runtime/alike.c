/* Pieces of which each is as good as another: one of each sort is offered. */

static V distinct(const State *s, V options) {
    V made = V_of(options.n);
    for (int i = 0; i < options.n; i++) {
        int k = 0;
        while (k < made.n && !alike(s, made.p[k], options.p[i])) k++;
        if (k == made.n) made.p[made.n++] = options.p[i];
    }
    return made;
}

/* Several, as `choose_several` does it: of pieces that equal each other only the next one is offered. */
static V choose_alike(State *s, I site, I player, V options, I low, I high, int hidden) {
    V sorts = distinct(s, options), rest = V_of(options.n), chosen_ = V_of(options.n), sort_of = V_of(options.n);
    for (int i = 0; i < sorts.n; i++) {
        for (int k = 0; k < options.n; k++) {
            if (!alike(s, sorts.p[i], options.p[k])) continue;
            rest.p[rest.n++] = options.p[k];
            sort_of.p[sort_of.n++] = i;
        }
    }
    if (low > rest.n) fault();
    while (chosen_.n < high && rest.n) {
        I missing = low - chosen_.n, taken = 0;
        int most = missing > 0 ? (int)(rest.n - missing + 1) : rest.n;
        V offered = V_of(rest.n);
        for (int k = 0; k < most; k++) if (k == 0 || sort_of.p[k] != sort_of.p[k - 1]) offered.p[offered.n++] = rest.p[k];
        if (!choose_step(s, site, player, offered, missing <= 0, hidden, &taken)) break;
        chosen_.p[chosen_.n++] = (int)taken;
        int i = 0;
        while (rest.p[i] != taken) i++;
        rest.p += i + 1, rest.n -= i + 1, sort_of.p += i + 1;
    }
    return chosen_;
}
