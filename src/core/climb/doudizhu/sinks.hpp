// What a walk is for: counting, listing, unranking.
#pragma once

#include "climb/doudizhu/walk.hpp"

#include <type_traits>

namespace pokerfast {

struct Counter {
    u32 total = 0;

    PF_INLINE bool skip(u32 n) { return !add(n); }
    PF_INLINE bool equal(Kind, u32 ranks, int) { return add(static_cast<u32>(count_bits(ranks))); }
    PF_INLINE bool chains(Kind, u32 starts, int, int) {
        return add(static_cast<u32>(count_bits(starts)));
    }
    PF_INLINE bool one_wing(Kind, u32 bodies, u32 wings, int) {
        // Every body is itself one of the wing ranks, and no wing of its own.
        return add(static_cast<u32>(count_bits(bodies) * (count_bits(wings) - 1)));
    }
    PF_INLINE bool wings(Kind, int, int, u64, const Supply& supply, int pick, int) {
        return add(count_wings(supply, pick));
    }
    PF_INLINE bool rocket() { return add(1); }

  private:
    PF_INLINE bool add(u32 n) {
        total += n;
        return false;
    }
};

inline constexpr u64 rocket_cards = 1ull << (4 * slot_small_joker) | 1ull << (4 * slot_big_joker);

PF_INLINE DeckCombo make_deck_combo(u64 cards, Kind kind, int rank, int length, int size) {
    return {cards, {kind, static_cast<u8>(rank), static_cast<u8>(length)}, static_cast<u8>(size)};
}

// Appends to `out`, which must have room; the caller counts first.
template <class Made>
struct BasicLister {
    Made* out;

    PF_INLINE bool skip(u32 n) { return n == 0; }
    PF_INLINE bool equal(Kind kind, u32 ranks, int copies) {
        for (; ranks; ranks &= ranks - 1) {
            const int rank = lowest(ranks);
            put(copies_of(rank, copies), kind, rank, 1, copies);
        }
        return false;
    }
    PF_INLINE bool chains(Kind kind, u32 starts, int length, int copies) {
        const u64 first = run_of(0, length, copies);
        for (; starts; starts &= starts - 1) {
            const int rank = lowest(starts);
            put(first << (4 * rank), kind, rank, length, length * copies);
        }
        return false;
    }
    PF_INLINE bool one_wing(Kind kind, u32 bodies, u32 wings, int unit) {
        for (; bodies; bodies &= bodies - 1) {
            const int rank = lowest(bodies);
            for (u32 left = wings & ~(1u << rank); left; left &= left - 1)
                put(copies_of(rank, 3) + copies_of(lowest(left), unit), kind, rank, 1, 3 + unit);
        }
        return false;
    }
    bool wings(Kind kind, int rank, int length, u64 base, const Supply& supply, int pick,
               int unit) {
        const int size = total_of(base) + pick * unit;
        list_wings(supply, pick, unit, base, ~0u,
                   [&](u64 cards) { put(cards, kind, rank, length, size); });
        return false;
    }
    PF_INLINE bool rocket() {
        put(rocket_cards, Kind::rocket, slot_small_joker, 1, 2);
        return false;
    }

  private:
    PF_INLINE void put(u64 cards, Kind kind, int rank, int length, int size) {
        if constexpr (std::is_same_v<Made, Combo>) {
            // Field by field: a struct made first and copied as a whole would wait for its stores.
            out->cards = widened(cards);
            out->reading.kind = kind;
            out->reading.rank = static_cast<u8>(rank);
            out->reading.length = static_cast<u8>(length);
            out->size = static_cast<u8>(size);
            ++out;
        } else {
            *out++ = make_deck_combo(cards, kind, rank, length, size);
        }
    }
};

using Lister = BasicLister<DeckCombo>;

// Stops at the play with the given number.
struct Unranker {
    u32 left;
    DeckCombo found{};

    PF_INLINE bool equal(Kind kind, u32 ranks, int copies) {
        if (skip(static_cast<u32>(count_bits(ranks)))) return false;
        const int rank = select_bit(ranks, left);
        found = make_deck_combo(copies_of(rank, copies), kind, rank, 1, copies);
        return true;
    }
    PF_INLINE bool chains(Kind kind, u32 starts, int length, int copies) {
        if (skip(static_cast<u32>(count_bits(starts)))) return false;
        const int rank = select_bit(starts, left);
        found = make_deck_combo(run_of(rank, length, copies), kind, rank, length, length * copies);
        return true;
    }
    PF_INLINE bool one_wing(Kind kind, u32 bodies, u32 wings, int unit) {
        const u32 each = static_cast<u32>(count_bits(wings) - 1);
        if (skip(static_cast<u32>(count_bits(bodies)) * each)) return false;
        const int rank = select_bit(bodies, left / each);
        const int wing = select_bit(wings & ~(1u << rank), left % each);
        found =
            make_deck_combo(copies_of(rank, 3) + copies_of(wing, unit), kind, rank, 1, 3 + unit);
        return true;
    }
    bool wings(Kind kind, int rank, int length, u64 base, const Supply& supply, int pick,
               int unit) {
        if (skip(count_wings(supply, pick))) return false;
        const u64 cards = base + (pick ? unrank_wings(supply, pick, unit, left) : 0);
        found = make_deck_combo(cards, kind, rank, length, total_of(cards));
        return true;
    }
    PF_INLINE bool rocket() {
        if (skip(1)) return false;
        found = make_deck_combo(rocket_cards, Kind::rocket, slot_small_joker, 1, 2);
        return true;
    }

    PF_INLINE bool skip(u32 n) {
        if (left >= n) {
            left -= n;
            return true;
        }
        return false;
    }
};

// A hand is at most one deck, counts at most four a rank.
PF_INLINE u32 count_leads(const Plan& plan, const Planes& hand) {
    Counter counter;
    walk_leads(plan, hand, counter);
    return counter.total;
}

PF_INLINE u32 count_follows(const Plan& plan, const Planes& hand, Reading table) {
    Counter counter;
    walk_follows(plan, hand, table, counter);
    return counter.total;
}

}  // namespace pokerfast
