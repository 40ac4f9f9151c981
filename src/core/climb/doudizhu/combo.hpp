// 斗地主's plays while they are searched: one deck fits four bits a rank.
#pragma once

#include "base/lanes.hpp"
#include "climb/combo.hpp"

namespace pokerfast {

struct DeckCombo {
    u64 cards = 0;  // copies by rank slot
    Reading reading;
    u8 size = 0;

    friend bool operator==(const DeckCombo&, const DeckCombo&) = default;
};

PF_INLINE Combo widened(const DeckCombo& combo) {
    return {widened(combo.cards), combo.reading, combo.size};
}

inline constexpr int largest_play = 20;  // the landlord's hand

PF_INLINE bool reading_beats(Reading play, Reading table) {
    if (play.kind == table.kind && play.length == table.length) return play.rank > table.rank;
    if (play.kind == Kind::rocket) return table.kind != Kind::pass;
    return play.kind == Kind::bomb && table.kind != Kind::rocket && table.kind != Kind::pass;
}

}  // namespace pokerfast
