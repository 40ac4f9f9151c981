// Two players compared: every deal is played several times with the seats given to them in turn, so
// that the luck of the cards cancels. The result depends on the specification alone.
#pragma once

#include "sim/pool.hpp"

namespace pokerfast::search {

// Which seats the first player has in each game of a deal, a bit a seat. Every pattern comes with
// its opposite, so each seat is both players' equally often.
std::vector<u32> seat_patterns(const Game& game, bool from_play);

struct Duel {
    const Game* game = nullptr;
    const Policy* players[2] = {};
    std::vector<u32> patterns;
    u64 deals = 0;
    u64 seed = 0;
    bool from_play = false;
    int workers = 1;
};

struct DuelTally {
    // Of each deal, in half points: what the first player's seats got less what the second's got,
    // over all games.
    std::vector<i64> differences;
    u64 moves = 0;
};

// As run_simulation.
bool run_duel(const Duel& duel, const Watch& watch, DuelTally& tally);

}  // namespace pokerfast::search
