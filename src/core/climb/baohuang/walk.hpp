// The legal plays of a hand of 保皇, counted, listed and drawn by number in one fixed order.
//
// Leads: sets by rank and size, then the same with every choice of jokers, then jokers alone.
// Follows: by jokers, then by how many ordinary cards, then by rank. Under 憋6 the play that takes
// the bound cards with the whole hand comes last.
#pragma once

#include "climb/baohuang/plan.hpp"

namespace pokerfast::baohuang {

PF_INLINE Combo made(int big, int small, int slot, int copies) {
    const RankCounts cards =
        ranks_of(big_slot, big) + ranks_of(small_slot, small) + ranks_of(slot, copies);
    const Kind kind = copies == 0 ? Kind::jokers : big + small ? Kind::jokers_set : Kind::set;
    return make_combo(cards, kind, copies ? slot : no_rank_compared, 1, big + small + copies);
}

// What of a hand may be played before the last play, and whether all of it is one play that holds
// bound cards.
struct Free {
    BaohuangCards cards;
    int bound_slot = -1;  // of the play that is the whole hand
    int bound_copies = 0;

    PF_INLINE Free(const BaohuangPlan& plan, const RankCounts& hand) : cards(hand) {
        if (__builtin_expect(plan.bound != 0, 0)) hold_back(plan);
    }

  private:
    void hold_back(const BaohuangPlan& plan) {
        const u32 slots = cards.plain.plane(1);
        const int slot = lowest(plan.bound), copies = cards.plain.of(slot);
        if (copies == 0) return;
        cards.plain -= ranks_of(slot, copies);
        if (slots != plan.bound) return;
        bound_slot = slot;
        bound_copies = copies;
    }
};

// Whether such a play beats the table.
PF_INLINE bool beats(const BaohuangPlan& plan, int big, int small, int slot, int copies,
                     const BaohuangCards& table, int m, int rank) {
    const int q = m - copies;  // jokers that beat ordinary cards
    return q >= 0 && plan.spare->of[table.big][table.small][big][small] >> q & 1 &&
           (copies == 0 || slot > rank);
}

// The slot of the i-th card, in the order of the slots; `i` becomes its number within the slot.
PF_INLINE int slot_of_card(const RankCounts& plain, u32& i) {
    constexpr u64 ones = 0x0101010101010101ull, tops = ones << 7;
    const u32 lower = static_cast<u32>(plain.word[0] * ones >> 56);
    const u32 upper = i >= lower;
    i -= upper ? lower : 0;
    // How many cards there are up to each slot: at most 128, so a sum above i sets the top bit.
    const u64 upto = plain.word[upper] * ones;
    const int place = lowest((upto + (127 - i) * ones) & tops) >> 3;
    i -= static_cast<u32>(upto << 8 >> (8 * place)) & 0xff;
    return static_cast<int>(8 * upper) + place;
}
static_assert(8 * most_of_rank <= 128);

PF_INLINE u32 count_leads(const BaohuangPlan& plan, const RankCounts& hand) {
    const Free f(plan, hand);
    const u32 sets = static_cast<u32>(f.cards.plain.total());
    const u32 jokers = static_cast<u32>((f.cards.big + 1) * (f.cards.small + 1));
    return jokers * (sets + 1) - 1 + (f.bound_copies > 0);
}

PF_INLINE Combo lead_at(const BaohuangPlan& plan, const RankCounts& hand, u32 i) {
    const Free f(plan, hand);
    const u32 sets = static_cast<u32>(f.cards.plain.total());
    const u32 jokers = static_cast<u32>((f.cards.big + 1) * (f.cards.small + 1));
    if (i >= jokers * sets) {
        const u32 choice = i - jokers * sets + 1, row = static_cast<u32>(f.cards.small + 1);
        if (choice >= jokers) return made(f.cards.big, f.cards.small, f.bound_slot, f.bound_copies);
        return made(static_cast<int>(choice / row), static_cast<int>(choice % row), 0, 0);
    }
    const u32 choice = i / sets, row = static_cast<u32>(f.cards.small + 1);
    i -= choice * sets;
    const int slot = slot_of_card(f.cards.plain, i);
    return made(static_cast<int>(choice / row), static_cast<int>(choice % row), slot,
                static_cast<int>(i) + 1);
}

// Calls found(big, small, copies, slots) for every group of follows of the same cards but for the
// rank, until it answers true; copies 0: jokers alone, one play.
template <class Found>
PF_INLINE bool each_follow(const BaohuangPlan& plan, const Free& f, const Combo& on,
                           Found&& found) {
    const BaohuangCards table(on.cards);
    const int m = on.size - table.big - table.small;
    const bool ranked = on.reading.rank != no_rank_compared;
    const u32 above = ranked ? bits_above(on.reading.rank) & plain_slots : plain_slots;
    for (int big = 0; big <= f.cards.big; ++big)
        for (int small = 0; small <= f.cards.small; ++small) {
            // Only as many as there are ordinary cards on the table.
            u32 spare = plan.spare->of[table.big][table.small][big][small] & low_bits(m + 1);
            for (; spare; spare &= spare - 1) {
                const int copies = m - lowest(spare);
                const u32 slots = copies ? f.cards.plain.plane(copies) & above : 1;
                if (slots && found(big, small, copies, slots)) return true;
            }
        }
    return f.bound_copies > 0 &&
           beats(plan, f.cards.big, f.cards.small, f.bound_slot, f.bound_copies, table, m,
                 ranked ? on.reading.rank : -1) &&
           found(f.cards.big, f.cards.small, f.bound_copies, 1u << f.bound_slot);
}

PF_INLINE u32 count_follows(const BaohuangPlan& plan, const RankCounts& hand, const Combo& on) {
    u32 total = 0;
    each_follow(plan, Free(plan, hand), on, [&](int, int, int, u32 slots) {
        total += static_cast<u32>(count_bits(slots));
        return false;
    });
    return total;
}

PF_INLINE Combo follow_at(const BaohuangPlan& plan, const RankCounts& hand, const Combo& on,
                          u32 i) {
    Combo play;
    each_follow(plan, Free(plan, hand), on, [&](int big, int small, int copies, u32 slots) {
        const u32 n = static_cast<u32>(count_bits(slots));
        if (i >= n) {
            i -= n;
            return false;
        }
        play = made(big, small, select_bit(slots, i), copies);
        return true;
    });
    return play;
}

}  // namespace pokerfast::baohuang
