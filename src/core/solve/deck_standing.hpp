// Positions of 斗地主 by who beats whom, and what is solved for all that are at least as good
// (docs/algorithms/endgames.md).
//
// Ranks of a hand that stand in no chain of it ("alone") matter only by which cards of others they
// beat. Two positions whose chains are the same game, and whose hands have as many ranks of each
// size alone, can be compared card by card: if everything that is good for one side in the first is
// so in the second, that side wins the second if it wins the first.
#pragma once

#include "solve/deck_position.hpp"
#include "solve/proof_search.hpp"

#include <vector>

namespace pokerfast::solve {

// Bits one after the other, as many as fit.
template <int words>
struct BitRow {
    u64 word[words] = {};
    int size = 0;

    PF_INLINE void add(u64 bits, int n) {
        const int at = size >> 6, shift = size & 63;
        size += n;
        if (n == 0 || size > 64 * words) return;
        word[at] |= bits << shift;
        if (shift + n > 64) word[at + 1] |= bits >> (64 - shift);
    }
    PF_INLINE bool fits() const { return size <= 64 * words; }
};

struct Standing {
    DeckKey core;     // chains, whose turn it is, what is asked of chains
    u64 alone = 0;    // how many ranks stand alone by size, hand by hand; the kind on the table
    BitRow<4> equal;  // who beats whom among the farmers
    BitRow<8> good;   // what the landlord's cards beat, and what doesn't beat them
    bool fits() const { return equal.fits() && good.fits(); }
    u64 hash() const;
};

Standing standing_of(const DeckPosition& position);

class StandingTable {
  public:
    explicit StandingTable(std::size_t most_bytes) : most_bytes_(most_bytes), buckets_(1 << 8) {}

    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    Outcome find(const Standing& standing) const;
    void keep(const Standing& standing, Outcome outcome, u64 work);

  private:
    static constexpr int ways = 8;

    struct Entry {
        DeckKey core;
        u64 alone = 0;
        u64 equal[4] = {};
        u64 good[8] = {};
        u32 work = 0;
        Outcome outcome = Outcome::open;

        u64 hash() const;
        bool comparable(const Standing& standing) const;
        // Whether everything good for the landlord in `a` is so in `b`.
        bool within(const Standing& standing) const;
        bool holds(const Standing& standing) const;
    };
    struct Bucket {
        u32 tag[ways] = {};
        Entry at[ways];
    };

    void put(const Entry& entry, u64 hash, Bucket& bucket, int place);
    void grow();

    std::size_t most_bytes_, used_ = 0;
    std::vector<Bucket> buckets_;
};

}  // namespace pokerfast::solve
