// Uniformly random play of a trick-taking game to its end: what a simulation spends its time on. It
// must make the same choices as the state machine driven with the same draws (a test holds them
// together).
#pragma once

#include "base/random.hpp"
#include "game/trick.hpp"

namespace pokerfast {

// What a lead is counted as: a unit's kind, a throw that stands, one that fails, four of a rank.
enum class LeadKind : u8 {
    single,
    pair,
    triple,
    tractor,
    titanic,
    throw_,
    failed_throw,
    four_of_rank,
    count_
};
inline constexpr int lead_kinds = static_cast<int>(LeadKind::count_);

// Of a lead of `cards` cards that came out as `lead`.
PF_INLINE LeadKind kind_of_lead(const Lead& lead, int cards) {
    if (lead.group == any_group) return LeadKind::four_of_rank;
    if (cards != lead.size) return LeadKind::failed_throw;
    if (lead.shapes == 0) return cards == 1 ? LeadKind::single : LeadKind::throw_;
    const Shape shape = lead.shape[0];
    if (shape.cards() != cards) return LeadKind::throw_;
    if (shape.length() > 1) return shape.width() == 2 ? LeadKind::tractor : LeadKind::titanic;
    return shape.width() == 2 ? LeadKind::pair : LeadKind::triple;
}

struct TrickPlayoutTally {
    u64 moves = 0;
    u64 choices = 0;  // sum of the numbers of legal actions
    u64 leads[lead_kinds] = {};
    u64 surrenders = 0;
};

void play_tricks_randomly(const TrickGame& game, trick::State& state, Draws& draws,
                          TrickPlayoutTally& tally);

}  // namespace pokerfast
