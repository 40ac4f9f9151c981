// Uniformly random play of 斗地主 from the start of play to the end: the hot loop of simulation. It
// keeps counts by rank only and must make the same choices as the state machine driven with the
// same draws (a test holds them together).
#pragma once

#include "base/random.hpp"
#include "climb/doudizhu/sinks.hpp"

namespace pokerfast {

struct PlayPosition {
    u64 hand[3];
    Reading table;
    int turn;
    int passes;
    int players;
};

struct PlayoutTally {
    u64 moves = 0;
    u64 choices = 0;  // sum of the numbers of legal actions
    u64 kinds[doudizhu_kinds + 1] = {};
    u16 plays[3] = {};
    u16 bombs = 0;
};

// Plays to the end and leaves the final position; one hand is empty then. The tally must be fresh.
void play_randomly(const Plan& plan, PlayPosition& position, Draws& draws, PlayoutTally& tally);

}  // namespace pokerfast
