// A play with its reading: which cards, and what they are played as.
#pragma once

#include "base/lanes.hpp"
#include "rules/kind.hpp"

namespace pokerfast {

// What is compared. Two readings beat each other only by kind, length and rank; cards never matter.
struct Reading {
    Kind kind = Kind::pass;
    u8 rank = 0;    // slot of the rank compared: lowest of a chain; the rocket's small joker
    u8 length = 0;  // links of a chain, else 1; 0 for a pass

    friend bool operator==(Reading, Reading) = default;
};

struct Combo {
    u64 cards = 0;  // copies by rank slot
    Reading reading;
    u8 size = 0;

    friend bool operator==(const Combo&, const Combo&) = default;
};

inline constexpr int largest_play = 20;  // the landlord's hand

PF_INLINE bool reading_beats(Reading play, Reading table) {
    if (play.kind == table.kind && play.length == table.length) return play.rank > table.rank;
    if (play.kind == Kind::rocket) return table.kind != Kind::pass;
    return play.kind == Kind::bomb && table.kind != Kind::rocket && table.kind != Kind::pass;
}

}  // namespace pokerfast
