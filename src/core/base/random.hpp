// Counter-based random numbers: every draw is a pure function of (seed, game, deal, stream, draw number, attempt).
// docs/seeds.md is the specification; it is a file format, so nothing here may change.
#pragma once

#include "base/bits.hpp"

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

enum class Stream : u8 { places = 0, arrival = 1, chance = 2, policy = 3 };

// The draws of one stream of one game. Holds the current block, so that eight draws cost one evaluation.
class Draws {
  public:
    Draws(u64 seed, u64 game, Stream stream, u32 deal = 0)
        : seed_(seed), game_(game), deal_(deal & 0xffff), stream_(static_cast<u32>(stream)) {}

    // Uniform in [0, n), n in 1 … 65536. A single choice costs no draw.
    PF_INLINE u32 below(u32 n) {
        const u32 product = peek() * n;
        // A product below n may lie in the part that must be rejected; n = 1 never rejects, since 2^16 mod 1 = 0.
        u32 value = product >> 16;
        if (__builtin_expect((product & 0xffff) < n, 0)) value = below_retry(n, product);
        next_ += n > 1;
        return value;
    }

    // Uniform in [0, n) for n up to 2^32; above 65536 two draw numbers are used.
    u32 below_wide(u64 n) {
        if (n <= 65536) return below(static_cast<u32>(n));
        for (u32 attempt = 0;; ++attempt) {
            const u64 x = static_cast<u64>(at(next_, attempt)) << 16 | at(next_ + 1, attempt);
            const u64 product = x * n;
            if ((product & 0xffffffffull) >= (1ull << 32) % n) {
                next_ += 2;
                return static_cast<u32>(product >> 32);
            }
        }
    }

    u32 position() const { return next_; }
    void seek(u32 draw) { next_ = draw; }

  private:
    PF_INLINE u32 peek() {
        if ((next_ >> 3) != held_) {
            held_ = next_ >> 3;
            const Block block = evaluate(held_, 0);
            for (int i = 0; i < 4; ++i) {
                half_[2 * i] = static_cast<u16>(block.word[i]);
                half_[2 * i + 1] = static_cast<u16>(block.word[i] >> 16);
            }
        }
        return half_[next_ & 7];
    }

    Block evaluate(u32 block, u32 attempt) const {
        return philox({{static_cast<u32>(game_), static_cast<u32>(game_ >> 32), (block & 0xffff) | deal_ << 16,
                        stream_ | attempt << 8}},
                      static_cast<u32>(seed_), static_cast<u32>(seed_ >> 32));
    }

    u32 at(u32 draw, u32 attempt) const {
        const u32 word = evaluate(draw >> 3, attempt).word[(draw & 7) >> 1];
        return (draw & 1) ? word >> 16 : word & 0xffff;
    }

    __attribute__((noinline)) u32 below_retry(u32 n, u32 product) const {
        const u32 floor = 65536u % n;
        for (u32 attempt = 1; (product & 0xffff) < floor; ++attempt) product = at(next_, attempt) * n;
        return product >> 16;
    }

    u64 seed_, game_;
    u32 deal_, stream_;
    u32 next_ = 0;
    u32 held_ = ~0u;  // number of the block in half_
    u16 half_[8] = {};
};

}  // namespace pokerfast
