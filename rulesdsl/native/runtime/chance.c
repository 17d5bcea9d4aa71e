/* Numbers out of seeds: the same as those of `rulesdsl.runtime.chance` and of Python's `random.Random(seed).random`.
   BLAKE2b after RFC 7693; the Mersenne Twister MT19937 after Matsumoto and Nishimura, seeded as CPython does it. */

typedef unsigned char Byte;
typedef unsigned int Word;

/* ----------------------------------------------------------------- BLAKE2b */

static const U blake_start[8] = {
    0x6a09e667f3bcc908ULL, 0xbb67ae8584caa73bULL, 0x3c6ef372fe94f82bULL, 0xa54ff53a5f1d36f1ULL,
    0x510e527fade682d1ULL, 0x9b05688c2b3e6c1fULL, 0x1f83d9abfb41bd6bULL, 0x5be0cd19137e2179ULL};

static const Byte blake_order[12][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};

static inline U turned(U x, int by) { return x >> by | x << (64 - by); }

#define MIX(a, b, c, d, x, y)                                                                                          \
    a += b + (x), d = turned(d ^ a, 32), c += d, b = turned(b ^ c, 24);                                                \
    a += b + (y), d = turned(d ^ a, 16), c += d, b = turned(b ^ c, 63);

static void blake_block(U *h, const Byte *data, U so_far, int last) {
    U v[16], m[16];
    for (int i = 0; i < 16; i++) {
        m[i] = 0;
        for (int k = 7; k >= 0; k--) m[i] = m[i] << 8 | data[i * 8 + k];
    }
    for (int i = 0; i < 8; i++) v[i] = h[i], v[i + 8] = blake_start[i];
    v[12] ^= so_far;
    if (last) v[14] = ~v[14];
    for (int r = 0; r < 12; r++) {
        const Byte *o = blake_order[r];
        MIX(v[0], v[4], v[8], v[12], m[o[0]], m[o[1]]) MIX(v[1], v[5], v[9], v[13], m[o[2]], m[o[3]])
        MIX(v[2], v[6], v[10], v[14], m[o[4]], m[o[5]]) MIX(v[3], v[7], v[11], v[15], m[o[6]], m[o[7]])
        MIX(v[0], v[5], v[10], v[15], m[o[8]], m[o[9]]) MIX(v[1], v[6], v[11], v[12], m[o[10]], m[o[11]])
        MIX(v[2], v[7], v[8], v[13], m[o[12]], m[o[13]]) MIX(v[3], v[4], v[9], v[14], m[o[14]], m[o[15]])
    }
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

/* h: 8 words that hold the digest; person: up to 8 letters that say what a hash is for. */
static void blake(U *h, int size, const Byte *data, int n, const Byte *key, int key_size, const char *person) {
    Byte block[128];
    U so_far = 0, mark = 0;
    for (int i = (int)strlen(person) - 1; i >= 0; i--) mark = mark << 8 | (Byte)person[i];
    memcpy(h, blake_start, sizeof blake_start);
    h[0] ^= 0x01010000 ^ (U)key_size << 8 ^ (U)size;
    h[6] ^= mark;
    if (key_size) {
        memset(block, 0, 128);
        memcpy(block, key, (size_t)key_size);
        so_far = 128;
        blake_block(h, block, so_far, n == 0);
        if (n == 0) return;
    }
    for (; n > 128; data += 128, n -= 128) blake_block(h, data, so_far += 128, 0);
    memset(block, 0, 128);
    memcpy(block, data, (size_t)n);
    blake_block(h, block, so_far + (U)n, 1);
}

/* ------------------------------------------------------------------- seeds */

typedef struct { int n; Byte bytes[256]; } Packed;    /* the parts of a seed, as `chance._packed` writes them */

static void pack(Packed *to, U part) {
    int n = 1;
    for (U x = part; x > 127; x >>= 8) n++;           /* one bit more than it has, for the sign */
    to->bytes[to->n++] = 'i';
    for (int i = 0; i < 8; i++) to->bytes[to->n++] = (Byte)(i ? 0 : n);
    for (int i = 0; i < n; i++) to->bytes[to->n++] = i < 8 ? (Byte)(part >> (8 * i)) : 0;
}

static U derive(const Packed *first, U last) {
    Packed all = *first;
    U h[8];
    pack(&all, last);
    blake(h, 8, all.bytes, all.n, 0, 0, "derive");
    return h[0] >> 1;
}

/* --------------------------------------------------------- a game's chance */

static struct { U seed, block; int keyed; Byte key[64]; Word numbers[16]; } stream;

static void in_bytes(const U *h, Byte *to) {
    for (int i = 0; i < 64; i++) to[i] = (Byte)(h[i / 8] >> (i % 8 * 8));
}

static void stream_of(U seed) { stream.seed = seed, stream.block = ~0ULL, stream.keyed = 0; }

static __attribute__((noinline)) void next_block(U block) {
    U h[8];
    Byte number[8];
    if (!stream.keyed) {
        static const Byte purpose[] = {'s', 4, 0, 0, 0, 0, 0, 0, 0, 'g', 'a', 'm', 'e'};
        Packed parts = {0, {0}};
        pack(&parts, stream.seed);
        memcpy(parts.bytes + parts.n, purpose, sizeof purpose);
        blake(h, 64, parts.bytes, parts.n + (int)sizeof purpose, 0, 0, "stream");
        in_bytes(h, stream.key);
        stream.keyed = 1;
    }
    for (int i = 0; i < 8; i++) number[i] = (Byte)(block >> (8 * i));
    blake(h, 64, number, 8, stream.key, 64, "");
    for (int i = 0; i < 16; i++) stream.numbers[i] = (Word)(h[i / 2] >> (i % 2 * 32));
    stream.block = block;
}

static inline U number_at(U position) {
    if (position >> 4 != stream.block) next_block(position >> 4);
    return stream.numbers[position & 15];
}

/* ----------------------------------------------------------------- choices */

static struct { int at; Word words[624]; } twister;

static void twister_seed(U seed) {
    static Word plain[624];
    Word key[2] = {(Word)seed, (Word)(seed >> 32)}, *w = twister.words;
    int n = key[1] ? 2 : 1, i = 1, k = 0;
    if (!plain[0]) {
        plain[0] = 19650218;
        for (int j = 1; j < 624; j++) plain[j] = 1812433253U * (plain[j - 1] ^ plain[j - 1] >> 30) + (Word)j;
    }
    memcpy(w, plain, sizeof plain);
    for (int j = 0; j < 624; j++) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1664525U) + key[k] + (Word)k;
        if (++i == 624) w[0] = w[623], i = 1;
        if (++k == n) k = 0;
    }
    for (int j = 0; j < 623; j++) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1566083941U) - (Word)i;
        if (++i == 624) w[0] = w[623], i = 1;
    }
    w[0] = 0x80000000U;
    twister.at = 0;
}

/* One number after the other is twisted when it is needed: a short game needs few of them. */
static inline Word twisted(void) {
    Word *w = twister.words;
    int i = twister.at, next = i == 623 ? 0 : i + 1;
    Word y = (w[i] & 0x80000000U) | (w[next] & 0x7fffffffU);
    y = w[i] = w[i < 227 ? i + 397 : i - 227] ^ y >> 1 ^ (0U - (y & 1) & 0x9908b0dfU);
    twister.at = next;
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680U;
    y ^= y << 15 & 0xefc60000U;
    return y ^ y >> 18;
}

static inline int chosen(int n) {
    Word a = twisted() >> 5, b = twisted() >> 6;
    return (int)((a * 67108864.0 + b) * (1.0 / 9007199254740992.0) * n);
}
