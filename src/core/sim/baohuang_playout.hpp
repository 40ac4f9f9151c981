// 保皇's plays for random games. Hands without jokers, most of them after the first rounds, answer
// with so many of one rank or not at all; the others are left to the walk of all plays.
#pragma once

#include "climb/baohuang/walk.hpp"
#include "game/baohuang.hpp"
#include "sim/race_playout.hpp"

namespace pokerfast {

class BaohuangMoves {
  public:
    BaohuangMoves(const Baohuang& game, const baohuang::State& state)
        : plan_(game.plan()), sides_(1u << state.emperor), solo_(state.solo) {
        if (state.guard != race::nobody) sides_ |= 1u << state.guard;
        for (int i = 0; i < race::seats_n; ++i) hands_[i] = state.round.counts[i];
        if (!state.round.leading()) lay(state.round.on_table());
    }

    PF_INLINE u32 count_leads(u32 seat) const { return baohuang::count_leads(plan_, hands_[seat]); }
    PF_INLINE u32 count_follows(u32 seat) const {
        const RankCounts& hand = hands_[seat];
        if (is_plain(hand)) return static_cast<u32>(count_bits(hand.plane(copies_) & above_));
        return baohuang::count_follows(plan_, hand, table_);
    }
    PF_INLINE u32 takes(u32) const { return 0; }

    PF_INLINE Kind lead(u32 seat, u32 i) {
        const RankCounts& hand = hands_[seat];
        if (is_plain(hand)) {
            const int slot = baohuang::slot_of_card(hand, i);
            return play_set(seat, slot, static_cast<int>(i) + 1);
        }
        return put(seat, baohuang::lead_at(plan_, hand, i));
    }
    PF_INLINE Kind follow(u32 seat, u32 i) {
        const RankCounts& hand = hands_[seat];
        if (is_plain(hand))
            return play_set(seat, select_bit(hand.plane(copies_) & above_, i), copies_);
        return put(seat, baohuang::follow_at(plan_, hand, table_, i));
    }
    void take(u32) {}
    PF_INLINE bool empty(u32 seat) const { return hands_[seat].empty(); }
    u32 leader_for(u32 owner, u32 active) const { return next_seats.of[owner][active]; }
    bool ends(u32 gone) const {
        const bool emperor_out = !(sides_ & ~gone);
        if (solo_ == baohuang::none) return emperor_out || !(31u & ~sides_ & ~gone);
        return emperor_out || solo_ == baohuang::open || count_bits(gone) >= 2;
    }

    void write_back(baohuang::State& state) const {
        for (int i = 0; i < race::seats_n; ++i) {
            state.round.counts[i] = hands_[i];
            if (hands_[i].empty()) state.round.held[i] = {};
        }
    }

  private:
    static constexpr u64 joker_bytes = 0xffffull << (8 * (small_slot - 8));

    // Under 憋6 the walk answers.
    PF_INLINE bool is_plain(const RankCounts& hand) const {
        return !(hand.word[1] & joker_bytes) && !plan_.bound;
    }
    PF_INLINE Kind play_set(u32 seat, int slot, int copies) {
        return put(seat, make_combo(ranks_of(slot, copies), Kind::set, slot, 1, copies));
    }
    PF_INLINE Kind put(u32 seat, const Combo& play) {
        hands_[seat] -= play.cards;
        lay(play);
        return play.reading.kind;
    }
    PF_INLINE void lay(const Combo& play) {
        table_ = play;
        copies_ = play.size;
        // Without jokers nothing beats a joker.
        above_ = play.reading.kind == Kind::set ? bits_above(play.reading.rank) & plain_slots : 0;
    }

    const BaohuangPlan& plan_;
    u32 sides_;
    u8 solo_;
    RankCounts hands_[race::seats_n];
    Combo table_;
    int copies_ = 1;
    u32 above_ = 0;
};

}  // namespace pokerfast
