// A play with its reading: which cards, and what they are played as.
#pragma once

#include "cards/ranks.hpp"
#include "rules/kind.hpp"

namespace pokerfast {

inline constexpr u8 no_rank_compared = 255;  // 保皇's jokers alone

struct Reading {
    Kind kind = Kind::pass;
    u8 rank = 0;    // slot of the rank compared, lowest of a chain; or no_rank_compared
    u8 length = 0;  // links of a chain, else 1; 0 for a pass

    friend bool operator==(Reading, Reading) = default;
};

struct Combo {
    RankCounts cards;
    Reading reading;
    u8 size = 0;

    friend bool operator==(const Combo&, const Combo&) = default;
};

PF_INLINE Combo make_combo(const RankCounts& cards, Kind kind, int rank, int length, int size) {
    return {cards, {kind, static_cast<u8>(rank), static_cast<u8>(length)}, static_cast<u8>(size)};
}

}  // namespace pokerfast
