// What a walk over 打大A's plays is for: counting, listing, unranking.
#pragma once

#include "climb/dadaa/walk.hpp"

#include <vector>

namespace pokerfast::dadaa {

struct Counter {
    u32 total = 0;
    int stand_ins = 0;

    PF_INLINE bool sets(Kind, u32 slots, int) { return add(static_cast<u32>(count_bits(slots))); }
    PF_INLINE bool runs(Kind, u32 starts, int, int) {
        return add(static_cast<u32>(count_bits(starts)));
    }
    PF_INLINE bool one(Kind, int, const RankCounts&) { return add(1); }

  private:
    PF_INLINE bool add(u32 n) {
        total += n;
        return false;
    }
};

// Plays from what the walk tells.
struct Maker {
    const DadaaPlan& plan;
    int stand_ins = 0;

    PF_INLINE Combo set(Kind kind, int slot, int copies) const {
        return make_combo(joined(ranks_of(slot, copies)), kind, slot, 1, copies);
    }
    PF_INLINE Combo run(Kind kind, int start, int length, int copies) const {
        return make_combo(joined(plan.run[start][length].times(copies)), kind,
                          plan.key[start][length], length, length * copies);
    }

  private:
    PF_INLINE RankCounts joined(const RankCounts& cards) const {
        return cards - ranks_of(slot_ace, stand_ins) + ranks_of(slot_big_ace, stand_ins);
    }
};

struct Lister : Maker {
    std::vector<Combo>& out;

    Lister(const DadaaPlan& rules, std::vector<Combo>& found) : Maker{rules}, out(found) {}

    bool sets(Kind kind, u32 slots, int copies) {
        for (; slots; slots &= slots - 1) out.push_back(set(kind, lowest(slots), copies));
        return false;
    }
    bool runs(Kind kind, u32 starts, int length, int copies) {
        for (; starts; starts &= starts - 1)
            out.push_back(run(kind, lowest(starts), length, copies));
        return false;
    }
    bool one(Kind kind, int rank, const RankCounts& cards) {
        out.push_back(make_combo(cards, kind, rank, 1, cards.total()));
        return false;
    }
};

// Stops at the play with the given number.
struct Unranker : Maker {
    u32 left;
    Combo found{};

    Unranker(const DadaaPlan& rules, u32 number) : Maker{rules}, left(number) {}

    PF_INLINE bool sets(Kind kind, u32 slots, int copies) {
        if (skip(static_cast<u32>(count_bits(slots)))) return false;
        found = set(kind, select_bit(slots, left), copies);
        return true;
    }
    PF_INLINE bool runs(Kind kind, u32 starts, int length, int copies) {
        if (skip(static_cast<u32>(count_bits(starts)))) return false;
        found = run(kind, select_bit(starts, left), length, copies);
        return true;
    }
    PF_INLINE bool one(Kind kind, int rank, const RankCounts& cards) {
        if (skip(1)) return false;
        found = make_combo(cards, kind, rank, 1, cards.total());
        return true;
    }

  private:
    PF_INLINE bool skip(u32 n) {
        if (left >= n) {
            left -= n;
            return true;
        }
        return false;
    }
};

PF_INLINE u32 count_leads(const DadaaPlan& plan, const RankCounts& hand) {
    Counter counter;
    walk_leads(plan, hand, counter);
    return counter.total;
}

PF_INLINE u32 count_follows(const DadaaPlan& plan, const RankCounts& hand, const Combo& table) {
    Counter counter;
    walk_follows(plan, hand, table, counter);
    return counter.total;
}

}  // namespace pokerfast::dadaa
