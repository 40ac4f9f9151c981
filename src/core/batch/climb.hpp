// Single plays of climbing games, row after row. Which game it is costs one virtual call a range
// of rows and none a row.
#pragma once

#include "batch/rows.hpp"
#include "climb/plays.hpp"

#include <memory>

namespace pokerfast::batch {

// Rows of plays; step 0: the first stands for all.
struct PlayArray {
    const void* rows = nullptr;
    u64 step = 1;
};

class ClimbArrays {
  public:
    virtual ~ClimbArrays() = default;

    virtual int words() const = 0;  // of a hand
    std::size_t row_bytes() const { return 8 * static_cast<std::size_t>(words()) + 8; }

    // The first row in [from, to) that the pack does not have, or that is no play's; else `to`. All
    // below trust rows that have passed.
    virtual u64 bad_hand(const u64* hands, u64 from, u64 to) const = 0;
    virtual u64 bad_play(const void* plays, u64 from, u64 to) const = 0;

    virtual void classify(const u64* cards, void* plays, u64 from, u64 to) const = 0;
    // Whether a play as it is read beats the table; of cards, whether any reading does.
    virtual void beats(const void* plays, const PlayArray& tables, u8* out, u64 from,
                       u64 to) const = 0;
    virtual void cards_beat(const u64* cards, const PlayArray& tables, u8* out, u64 from,
                            u64 to) const = 0;

    // Leads where `tables` is null.
    virtual void count(const u64* hands, const PlayArray* tables, i64* out, u64 from,
                       u64 to) const = 0;
    // offsets[i] … offsets[i + 1] of `plays` for hand i, as many as `count` said.
    virtual void list(const u64* hands, const PlayArray* tables, const i64* offsets, void* plays,
                      u64 from, u64 to) const = 0;
    // The first row whose hand has no play of that number; else `to`.
    virtual u64 bad_index(const u64* hands, const PlayArray* tables, const i64* indices, u64 from,
                          u64 to) const = 0;
    virtual void unrank(const u64* hands, const PlayArray* tables, const i64* indices, void* plays,
                        u64 from, u64 to) const = 0;
};

// Refers to the plays.
std::unique_ptr<ClimbArrays> make_climb_arrays(const Plays& plays);

// By rank, as a row of that many words.
PF_INLINE void store_ranks(const RankCounts& cards, int words, u64* out) {
    if (words == 1) {
        *out = narrowed(cards);
    } else {
        out[0] = cards.word[0];
        out[1] = cards.word[1];
    }
}

}  // namespace pokerfast::batch
