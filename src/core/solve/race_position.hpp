// Positions with open hands of the climbing games for five (docs/algorithms/races.md).
#pragma once

#include "climb/plays.hpp"
#include "solve/finish_orders.hpp"

namespace pokerfast::solve {

struct RaceMove {
    Combo play;  // kind pass: none
    bool take = false;

    friend bool operator==(const RaceMove&, const RaceMove&) = default;
};

struct RacePosition {
    RankCounts hand[race::seats_n];
    RankCounts table_cards;
    Reading table;  // kind pass: to lead
    u8 table_by = race::nobody;
    u8 turn = 0;
    u8 exposure = 0;  // of the sides, as the game counts it
    u16 order = FinishOrders::root;

    PF_INLINE bool leading() const { return table.kind == Kind::pass; }
    PF_INLINE Combo on_table() const {
        return {table_cards, table, static_cast<u8>(table_cards.total())};
    }
};

// Two positions with equal keys are the same game, for the question asked of them. Ranks that stand
// alone in their hands are told by who beats whom, so keys that are equal but for `good` can be
// compared: a standing (solve/standing_table.hpp).
struct RaceKey {
    static constexpr int exact_words = 14, good_words = 10;

    u64 exact[exact_words] = {};
    u64 good[good_words] = {};  // what cards of side 0 beat, and what doesn't beat them

    friend bool operator==(const RaceKey&, const RaceKey&) = default;
    PF_INLINE u64 group_hash() const {
        u64 x = 0;
        for (const u64 w : exact) x = mixed(x, w);
        return x ^ x >> 32;
    }
    PF_INLINE u64 hash() const {
        u64 x = group_hash();
        for (const u64 w : good) x = mixed(x, w);
        return x ^ x >> 32;
    }
    bool fits() const { return true; }
    bool comparable(const RaceKey& other) const {
        u64 differ = 0;
        for (int i = 0; i < exact_words; ++i) differ |= exact[i] ^ other.exact[i];
        return differ == 0;
    }
    bool within(const RaceKey& other) const {
        u64 more = 0;
        for (int i = 0; i < good_words; ++i) more |= good[i] & ~other.good[i];
        return more == 0;
    }

  private:
    static PF_INLINE u64 mixed(u64 x, u64 word) {
        return (x ^ word ^ x >> 29) * 0x9E3779B97F4A7C15ull;
    }
};

// What a key asks beside the cards.
struct RaceQuestion {
    u32 attackers;  // seats, bits
    u16 like;       // of the order of those who are out
    u8 value;
};

class RaceKeys {
  public:
    explicit RaceKeys(const Plays& plays);
    RaceKey operator()(const RacePosition& p, const RaceQuestion& question) const;

  private:
    const Plays& plays_;
    u8 strength_[slots_n];
};

}  // namespace pokerfast::solve
