// Single plays of trick-taking games under one trump, row after row.
#pragma once

#include "batch/rows.hpp"
#include "game/trick.hpp"

namespace pokerfast::batch {

// Rows of cards; step 0: the first stands for all.
struct CardsArray {
    const TrickWords* rows = nullptr;
    u64 step = 1;

    PF_INLINE const TrickWords& at(u64 i) const { return rows[step * i]; }
};

// Numbers of plays of larger hands might not fit 64 bits.
inline constexpr int most_counted = 60;

class TrickArrays {
  public:
    TrickArrays(const TrickPlan& plan, int decks, u64 kinds)
        : plan_(plan), decks_(decks), kinds_(kinds) {}

    // The first row in [from, to) that the pack does not have, or of more than `most` cards; else
    // `to`. All below trust rows that have passed, hands of at most most_counted.
    u64 bad_cards(const TrickWords* cards, int most, u64 from, u64 to) const;

    // Legal follows; none where the lead is no lead.
    void count(const TrickWords* hands, const CardsArray& leads, i64* out, u64 from, u64 to) const;
    // offsets[i] … offsets[i + 1] of `plays` for hand i, as many as `count` said.
    void list(const TrickWords* hands, const CardsArray& leads, const i64* offsets,
              TrickWords* plays, u64 from, u64 to) const;
    // The follows with these numbers, up to the first row that has none of its number; answers that
    // row, or `to`.
    u64 unrank(const TrickWords* hands, const CardsArray& leads, const i64* indices,
               TrickWords* plays, u64 from, u64 to) const;
    // Reason codes (base/code.hpp).
    void check(const TrickWords* hands, const CardsArray& leads, const TrickWords* plays, u8* out,
               u64 from, u64 to) const;
    // Offset from the leader of who wins `seats` plays in a row, 1 … 4; -1 where the first is no
    // lead. A play of another size wins nothing.
    void winners(const TrickWords* plays, int seats, std::int8_t* out, u64 from, u64 to) const;

  private:
    const TrickPlan& plan_;
    int decks_;
    u64 kinds_;
};

}  // namespace pokerfast::batch
