/* Ways over a board, as `rulesdsl.runtime.travel` finds them: where a piece gets with so many points, and by which cells.
   What a step costs, whether it may be taken, whether it ends the way or is a risk are functions of the game. */

typedef I (*Clause)(State *s, I piece, I from, I to);
typedef struct {
    Clause cost, enter, stop, end, risk;
    int alike;                                         /* cost, stop and end are the same from wherever one comes */
    int enters_alike, risks_alike;                     /* so is entering; so are entering and risks */
} Travel;

#define MOST_WAYS 24
#define NEVER (1LL << 50)

static I step_cost(State *s, const Travel *t, I piece, I cell, I to) {
    I price = t->cost ? t->cost(s, piece, cell, to) : 1;
    if (price < 0) fault();
    return price;
}

/* ------------------------------------------------------------------- reach */

/* Cells are left in the order of what the way to them costs: chains of cells for each cost. */
static V reached(State *s, const Travel *t, Vv next_to, I piece, I start, I points, int any) {
    V ends = V_of(next_to.n);
    if (start < 0 || points < 0) return ends;
    if (start >= next_to.n || points > 100000) fault();
    int n = next_to.n, *first = (int *)reserve((size_t)(points + 1) * sizeof(int));
    I *best = (I *)reserve((size_t)n * sizeof(I));     /* what the way to a cell costs; -1: it needs no other look */
    char *is_end = (char *)reserve((size_t)n);
    V waiting = {0, 0, 0}, following = {0, 0, 0};
    for (I i = 0; i <= points; i++) first[i] = -1;
    for (int i = 0; i < n; i++) best[i] = NEVER;
    memset(is_end, 0, (size_t)n);
    best[start] = t->alike ? -1 : 0;
    V_put(&waiting, (int)start), V_put(&following, -1), first[0] = 0;
    for (I cost = 0; cost <= points; cost++) {
        while (first[cost] >= 0) {
            int at_ = first[cost], cell = waiting.p[at_];
            first[cost] = following.p[at_];
            if (!t->alike && cost > best[cell]) continue;
            V near = next_to.p[cell];
            for (int i = 0; i < near.n; i++) {
                int to = near.p[i];
                if (t->alike ? best[to] < 0 : to == start) continue;
                if (t->enter && !t->enter(s, piece, cell, to)) {
                    if (t->alike && t->enters_alike) best[to] = -1;
                    continue;
                }
                if (t->alike) best[to] = -1;
                I total = cost + step_cost(s, t, piece, cell, to);
                if (total > points) continue;
                if (!is_end[to] && (!t->end || t->end(s, piece, cell, to))) {
                    is_end[to] = 1;
                    ends.p[ends.n++] = to;
                    if (any) return ends;
                }
                if (t->stop && t->stop(s, piece, cell, to)) continue;
                if (!t->alike) {
                    if (total >= best[to]) continue;
                    best[to] = total;
                }
                V_put(&waiting, to), V_put(&following, first[total]);
                first[total] = waiting.n - 1;
            }
        }
    }
    return ends;
}

static V reach(State *s, const Travel *t, Vv next_to, I piece, I start, I points) {
    V ends = reached(s, t, next_to, piece, start, points, 0);
    sort(ends);
    return ends;
}

static int gets_anywhere(State *s, const Travel *t, Vv next_to, I piece, I start, I points) {
    char *mark = top;
    int n = reached(s, t, next_to, piece, start, points, 1).n;
    top = mark;
    return n > 0;
}

/* -------------------------------------------------------------------- ways */

typedef struct Way Way;
struct Way { I cost; int cell; V risks, path; };

static int earlier_path(V a, V b) {                    /* as Python orders tuples */
    for (int i = 0; i < a.n && i < b.n; i++) if (a.p[i] != b.p[i]) return a.p[i] < b.p[i];
    return a.n < b.n;
}

static int earlier(const Way *a, const Way *b) {
    if (a->cost != b->cost) return a->cost < b->cost;
    if (a->path.n != b->path.n) return a->path.n < b->path.n;
    if (earlier_path(a->path, b->path)) return 1;
    return earlier_path(b->path, a->path) ? 0 : a->cell < b->cell;
}

typedef struct { int n, room; Way **p; } Ways;
DEFINE_LIST(Ways, Way *)

static Way *next_way(Ways *waiting) {
    int best = 0;
    for (int i = 1; i < waiting->n; i++) if (earlier(waiting->p[i], waiting->p[best])) best = i;
    Way *found = waiting->p[best];
    waiting->p[best] = waiting->p[--waiting->n];
    return found;
}

static V longer(V path, int cell) {
    V made = V_of((I)path.n + 1);
    V_add(&made, path);
    made.p[made.n++] = cell;
    return made;
}

static Way *way_to(int cell, I cost, V risks, V path) {
    Way *made = (Way *)reserve(sizeof(Way));
    made->cell = cell, made->cost = cost, made->risks = risks, made->path = path;
    return made;
}

static Vv one_way(V path) {
    Vv made = Vv_of(1);
    made.p[made.n++] = path;
    return made;
}

/* Ring by ring, where each step costs one point; -1 in `met` as soon as a risk is met. */
static Vv straight_on(State *s, const Travel *t, Vv next_to, I piece, I start, I goal, I points, int *met) {
    int n = next_to.n, *before = (int *)reserve((size_t)n * sizeof(int));
    V ring = {0, 0, 0};
    Vv none = {0, 0, 0};
    for (int i = 0; i < n; i++) before[i] = -1;        /* -2: refused */
    before[start] = (int)start;
    V_put(&ring, (int)start);
    for (I k = 0; k < points; k++) {
        V following = {0, 0, 0};
        for (int i = 0; i < ring.n; i++) {
            int cell = ring.p[i], arrived = 0;
            V near = next_to.p[cell];
            for (int j = 0; j < near.n; j++) {
                int to = near.p[j];
                if (before[to] != -1) continue;
                if (t->enter && !t->enter(s, piece, cell, to)) {
                    if (t->risks_alike) before[to] = -2;
                    continue;
                }
                if (t->risk && t->risk(s, piece, cell, to)) {
                    *met = 1;
                    return none;
                }
                if (to == goal) {
                    if (!t->end || t->end(s, piece, cell, to)) before[to] = cell, arrived = 1;
                } else if (!t->stop || !t->stop(s, piece, cell, to)) {
                    before[to] = cell;
                    V_put(&following, to);
                }
            }
            if (arrived) {
                V way = {0, 0, 0};
                for (int at_ = (int)goal; at_ != start; at_ = before[at_]) V_put(&way, at_);
                return one_way(V_backwards(way));
            }
        }
        if (!following.n) return none;
        ring = following;
    }
    return none;
}

static I whole_cost(State *s, const Travel *t, I piece, I cell, I to, I cost) {
    if (t->enter && !t->enter(s, piece, cell, to)) return NEVER;
    return cost + step_cost(s, t, piece, cell, to);
}

/* The one way worth taking where no risk is met; else `met`. */
static Vv shortest(State *s, const Travel *t, Vv next_to, I piece, I start, I goal, I points, int *met) {
    Vv found = {0, 0, 0};
    V nothing = {0, 0, 0};
    Ways waiting = {0, 0, 0};
    I *best = (I *)reserve((size_t)next_to.n * sizeof(I));
    if (t->alike && !t->cost) return straight_on(s, t, next_to, piece, start, goal, points, met);
    for (int i = 0; i < next_to.n; i++) best[i] = NEVER;
    best[start] = 0;
    Ways_put(&waiting, way_to((int)start, 0, nothing, nothing));
    while (waiting.n) {
        Way *way = next_way(&waiting);
        if (found.n && way->cost >= best[goal]) break;
        if (way->cost > best[way->cell]) continue;
        V near = next_to.p[way->cell];
        for (int i = 0; i < near.n; i++) {
            int to = near.p[i];
            if (best[to] != NEVER && (t->alike || way->cost >= best[to])) continue;
            I total = whole_cost(s, t, piece, way->cell, to, way->cost);
            if (total > points || total >= best[to]) continue;
            if (t->risk && t->risk(s, piece, way->cell, to)) {
                *met = 1;
                return found;
            }
            if (to == goal) {
                if (!t->end || t->end(s, piece, way->cell, to)) best[to] = total, found = one_way(longer(way->path, to));
                continue;
            }
            if (!t->stop || !t->stop(s, piece, way->cell, to)) {
                best[to] = total;
                Ways_put(&waiting, way_to(to, total, nothing, longer(way->path, to)));
            }
        }
        if (found.n && t->alike) break;
    }
    return found;
}

static int beats(const Way *one, const Way *other) {
    if (one->cost > other->cost) return 0;
    for (int i = 0; i < one->risks.n; i++) if (!holds(other->risks, one->risks.p[i])) return 0;
    return 1;
}

static int safer(const Way *a, const Way *b) {
    if (a->risks.n != b->risks.n) return a->risks.n < b->risks.n;
    if (a->cost != b->cost) return a->cost < b->cost;
    if (a->path.n != b->path.n) return a->path.n < b->path.n;
    return earlier_path(a->path, b->path);
}

/* Put a way among those known, unless one is at least as good; drop those that it beats. */
static int keep_way(Ways *known, Way *made) {
    if (known->n >= MOST_WAYS) return 0;
    for (int i = 0; i < known->n; i++) if (beats(known->p[i], made)) return 0;
    int n = 0;
    for (int i = 0; i < known->n; i++) if (!beats(made, known->p[i])) known->p[n++] = known->p[i];
    known->n = n;
    Ways_put(known, made);
    int k = known->n - 1;
    for (; k > 0 && safer(made, known->p[k - 1]); k--) known->p[k] = known->p[k - 1];
    known->p[k] = made;
    return 1;
}

static int is_known(const Ways *known, const Way *way) {
    for (int i = 0; i < known->n; i++) if (known->p[i] == way) return 1;
    return 0;
}

/* The ways between which risks leave a choice. */
static Vv choices_of_ways(State *s, const Travel *t, Vv next_to, I piece, I start, I goal, I points) {
    Ways *known = (Ways *)reserve((size_t)next_to.n * sizeof(Ways)), arrived = {0, 0, 0}, waiting = {0, 0, 0};
    V nothing = {0, 0, 0};
    memset(known, 0, (size_t)next_to.n * sizeof(Ways));
    Ways_put(&waiting, way_to((int)start, 0, nothing, nothing));
    while (waiting.n) {
        Way *way = next_way(&waiting);
        if (way->cell != start && !is_known(&known[way->cell], way)) continue;
        V near = next_to.p[way->cell];
        for (int i = 0; i < near.n; i++) {
            int to = near.p[i];
            I total = whole_cost(s, t, piece, way->cell, to, way->cost);
            if (total > points || to == start || holds(way->path, to)) continue;
            int risky = t->risk(s, piece, way->cell, to) != 0;
            Way *made = way_to(to, total, risky ? longer(way->risks, to) : way->risks, longer(way->path, to));
            if (to == goal) {
                if (!t->end || t->end(s, piece, way->cell, to)) keep_way(&arrived, made);
                continue;
            }
            int ends = t->stop && t->stop(s, piece, way->cell, to);
            if (!ends && keep_way(&known[to], made)) Ways_put(&waiting, made);
        }
    }
    Vv made = Vv_of(arrived.n);
    for (int i = 0; i < arrived.n; i++) made.p[made.n++] = arrived.p[i]->path;
    return made;
}

static Vv ways(State *s, const Travel *t, Vv next_to, I piece, I start, I goal, I points) {
    Vv none = {0, 0, 0};
    int met = 0;
    if (start < 0 || start == goal) return none;
    if (start >= next_to.n || (U)goal >= (U)next_to.n) fault();
    Vv found = shortest(s, t, next_to, piece, start, goal, points, &met);
    return met ? choices_of_ways(s, t, next_to, piece, start, goal, points) : found;
}
