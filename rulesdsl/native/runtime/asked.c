/* Questions about boards that Python answers: each once, then the answer is known. */

typedef struct { int question, a, b, c, n; int *p; } Known;
static Known *known_;
static int known_n, known_room;
static int (*asker)(int question, const int *numbers, int *answer, int room);

EXPORT void answered_by(int (*function)(int, const int *, int *, int)) { asker = function; }

static Known *slot_of(Known *table, int room, int question, int a, int b, int c) {
    Word at = ((Word)question * 0x9E3779B1u ^ (Word)a) * 0x85EBCA6Bu;
    at = ((at ^ at >> 15 ^ (Word)b) * 0xC2B2AE35u ^ (Word)c) * 0x27D4EB2Fu;
    for (at ^= at >> 13;; at++) {
        Known *found = &table[at & (Word)(room - 1)];
        if (!found->p) return found;
        if (found->a == a && found->b == b && found->c == c && found->question == question) return found;
    }
}

static void more_known(void) {
    int room = known_room ? known_room * 2 : 4096;
    if (room > 1 << 22) fault();
    Known *table = (Known *)calloc((size_t)room, sizeof(Known));
    if (!table) fault();
    for (int i = 0; i < known_room; i++) {
        Known *old = &known_[i];
        if (old->p) *slot_of(table, room, old->question, old->a, old->b, old->c) = *old;
    }
    free(known_);
    known_ = table, known_room = room;
}

static __attribute__((noinline)) V answered(Known *slot, int question, int a, int b, int c) {
    static int answer[4096];
    int numbers[3] = {a, b, c};
    int n = asker ? asker(question, numbers, answer, 4096) : -1;
    if (n < 0) fault();
    int *p = (int *)malloc((size_t)(n ? n : 1) * sizeof(int));
    if (!p) fault();
    memcpy(p, answer, (size_t)n * sizeof(int));
    slot->question = question, slot->a = a, slot->b = b, slot->c = c, slot->n = n, slot->p = p;
    known_n++;
    return (V){n, n, p};
}

static V asked_list(int question, I a, I b, I c) {
    int x = fit(a), y = fit(b), z = fit(c);
    if (known_n * 2 >= known_room) more_known();
    Known *slot = slot_of(known_, known_room, question, x, y, z);
    return slot->p ? (V){slot->n, slot->n, slot->p} : answered(slot, question, x, y, z);
}

static I asked(int question, I a, I b, I c) { return asked_list(question, a, b, c).p[0]; }
