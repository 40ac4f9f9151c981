// Counter-based random numbers: every draw is a pure function of (seed, game, deal, stream, draw
// number, attempt). docs/seeds.md is the specification; it is a file format, so nothing here may
// change.
#pragma once

#include "base/bits.hpp"

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace pokerfast {

struct Block {
    u32 word[4];
};

// Philox 4x32-10.
PF_INLINE Block philox(Block counter, u32 key0, u32 key1) {
    for (int round = 0; round < 10; ++round) {
        const u64 a = static_cast<u64>(0xD2511F53u) * counter.word[0];
        const u64 b = static_cast<u64>(0xCD9E8D57u) * counter.word[2];
        counter = {{static_cast<u32>(b >> 32) ^ counter.word[1] ^ key0, static_cast<u32>(b),
                    static_cast<u32>(a >> 32) ^ counter.word[3] ^ key1, static_cast<u32>(a)}};
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return counter;
}

enum class Stream : u8 { places = 0, arrival = 1, chance = 2, policy = 3, worlds = 4 };

// Draws of `draw_lanes` consecutive games side by side.
inline constexpr int draw_lanes = 16;

namespace detail {

// Four 32-bit words in the low halves of 64-bit lanes; the high halves may hold anything.
using Words = u64 __attribute__((vector_size(32)));
inline constexpr int words_n = 4;

// The 64-bit products of the low halves with a constant.
PF_INLINE void multiply(Words& words, u32 factor) {
#if defined(__AVX2__)
    words = (Words)_mm256_mul_epu32((__m256i)words, _mm256_set1_epi64x(factor));
#elif defined(__SSE2__)
    __m128i half[2];
    __builtin_memcpy(half, &words, sizeof words);
    half[0] = _mm_mul_epu32(half[0], _mm_set1_epi64x(factor));
    half[1] = _mm_mul_epu32(half[1], _mm_set1_epi64x(factor));
    __builtin_memcpy(&words, half, sizeof words);
#else
    words = (words & 0xffffffffull) * factor;
#endif
}

// Philox on four counters side by side.
PF_INLINE void philox_rounds(Words& w0, Words& w1, Words& w2, Words& w3, u64 seed) {
    u32 key0 = static_cast<u32>(seed), key1 = static_cast<u32>(seed >> 32);
    for (int round = 0; round < 10; ++round) {
        Words p = w0, q = w2;
        multiply(p, 0xD2511F53u);
        multiply(q, 0xCD9E8D57u);
        w0 = (q >> 32) ^ w1 ^ static_cast<u64>(key0);
        w2 = (p >> 32) ^ w3 ^ static_cast<u64>(key1);
        w1 = q;
        w3 = p;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
}

}  // namespace detail

// out[8 * b + i][lane] = draw 8 * b + i of game first_game + lane, for blocks b = 0 … blocks - 1.
inline void draw_many(u64 seed, u64 first_game, Stream stream, int blocks, u16 (*out)[draw_lanes]) {
    using detail::Words;
    for (int b = 0; b < blocks; ++b) {
        for (int part = 0; part < draw_lanes; part += detail::words_n) {
            const u64 game = first_game + static_cast<u64>(part);
            Words w0 = {game, game + 1, game + 2, game + 3};
            Words w1 = w0 >> 32, w2 = Words{} + static_cast<u64>(b),
                  w3 = Words{} + static_cast<u64>(stream);
            detail::philox_rounds(w0, w1, w2, w3, seed);
            const Words words[] = {w0, w1, w2, w3};
            for (int w = 0; w < 4; ++w)
                for (int i = 0; i < detail::words_n; ++i) {
                    out[8 * b + 2 * w][part + i] = static_cast<u16>(words[w][i]);
                    out[8 * b + 2 * w + 1][part + i] = static_cast<u16>(words[w][i] >> 16);
                }
        }
    }
}

// The draws of one stream of one game. Holds the current block, so that eight draws cost one
// evaluation.
class Draws {
  public:
    Draws(u64 seed, u64 game, Stream stream, u32 deal = 0)
        : seed_(seed), game_(game), deal_(deal & 0xffff), stream_(static_cast<u32>(stream)) {}

    // The same draws with the first `count` of them computed already: draw d is ready[d *
    // draw_lanes].
    Draws(u64 seed, u64 game, Stream stream, const u16* ready, u32 count)
        : Draws(seed, game, stream) {
        ready_ = ready;
        ready_count_ = count;
    }

    // Uniform in [0, n), n in 1 … 65536. A single choice costs no draw.
    PF_INLINE u32 below(u32 n) {
        const u32 product = peek() * n;
        // A product below n may lie in the part that must be rejected; n = 1 never rejects, since
        // 2^16 mod 1 = 0.
        u32 value = product >> 16;
        if (__builtin_expect((product & 0xffff) < n, 0)) value = below_retry(n, product);
        next_ += n > 1;
        return value;
    }

    // Uniform in [0, n) for any n; above 65536 two draw numbers are used, above 2^32 four.
    u64 below_wide(u64 n) {
        if (n <= 65536) return below(static_cast<u32>(n));
        if (n > 1ull << 32) return below_huge(n);
        for (u32 attempt = 0;; ++attempt) {
            const u64 x = static_cast<u64>(at(next_, attempt)) << 16 | at(next_ + 1, attempt);
            const u64 product = x * n;
            if ((product & 0xffffffffull) >= (1ull << 32) % n) {
                next_ += 2;
                return product >> 32;
            }
        }
    }

    // Draws 0 … 8 * blocks - 1 as they are, at attempt 0.
    void fill(int blocks, u16* out) const {
        using detail::Words;
        // Four blocks side by side.
        for (int b = 0; b < blocks; b += detail::words_n) {
            Words w0 = Words{} + (game_ & 0xffffffff), w1 = Words{} + (game_ >> 32);
            Words w2 = Words{0, 1, 2, 3} + (static_cast<u64>(b) | static_cast<u64>(deal_) << 16);
            Words w3 = Words{} + static_cast<u64>(stream_);
            detail::philox_rounds(w0, w1, w2, w3, seed_);
            const Words words[] = {w0, w1, w2, w3};
            for (int i = 0; i < detail::words_n && b + i < blocks; ++i)
                for (int w = 0; w < 4; ++w) {
                    out[8 * (b + i) + 2 * w] = static_cast<u16>(words[w][i]);
                    out[8 * (b + i) + 2 * w + 1] = static_cast<u16>(words[w][i] >> 16);
                }
        }
    }

    // below(n) for draw number d, where x is that draw: for callers that have filled an array.
    PF_INLINE u32 below_at(u32 d, u32 x, u32 n) {
        const u32 product = x * n;
        if (__builtin_expect((product & 0xffff) < n, 0)) {
            seek(d);
            return below_retry(n, product);
        }
        return product >> 16;
    }

    void seek(u32 draw) { next_ = draw; }
    u32 next() const { return next_; }

  private:
    u64 below_huge(u64 n) {
        for (u32 attempt = 0;; ++attempt) {
            u64 x = 0;
            for (u32 i = 0; i < 4; ++i) x = x << 16 | at(next_ + i, attempt);
            const unsigned __int128 product = static_cast<unsigned __int128>(x) * n;
            if (static_cast<u64>(product) >= -n % n) {
                next_ += 4;
                return static_cast<u64>(product >> 64);
            }
        }
    }

    PF_INLINE u32 peek() {
        if (__builtin_expect(next_ < ready_count_, 1)) return ready_[next_ * draw_lanes];
        return peek_block();
    }

    __attribute__((noinline)) u32 peek_block() {
        if ((next_ >> 3) != held_) {
            held_ = next_ >> 3;
            halves(evaluate(held_, 0), half_);
        }
        return half_[next_ & 7];
    }

    PF_INLINE static void halves(const Block& block, u16* out) {
        for (int i = 0; i < 4; ++i) {
            out[2 * i] = static_cast<u16>(block.word[i]);
            out[2 * i + 1] = static_cast<u16>(block.word[i] >> 16);
        }
    }

    PF_INLINE Block evaluate(u32 block, u32 attempt) const {
        return philox({{static_cast<u32>(game_), static_cast<u32>(game_ >> 32),
                        (block & 0xffff) | deal_ << 16, stream_ | attempt << 8}},
                      static_cast<u32>(seed_), static_cast<u32>(seed_ >> 32));
    }

    u32 at(u32 draw, u32 attempt) const {
        const u32 word = evaluate(draw >> 3, attempt).word[(draw & 7) >> 1];
        return (draw & 1) ? word >> 16 : word & 0xffff;
    }

    __attribute__((noinline)) u32 below_retry(u32 n, u32 product) const {
        const u32 floor = 65536u % n;
        for (u32 attempt = 1; (product & 0xffff) < floor; ++attempt)
            product = at(next_, attempt) * n;
        return product >> 16;
    }

    u64 seed_, game_;
    u32 deal_, stream_;
    u32 next_ = 0;
    u32 ready_count_ = 0;
    const u16* ready_ = nullptr;
    u32 held_ = ~0u;  // number of the block in half_
    u16 half_[8] = {};
};

}  // namespace pokerfast
