// How each game is driven by the simulator: its sides, its policies and, where it has one, a fast
// random playout.
#pragma once

#include "base/random.hpp"
#include "game/log.hpp"
#include "sim/tally.hpp"
#include "sim/wide/backends.hpp"

#include <span>

namespace pokerfast {

// A built-in player: one of the legal actions, seeing only what the seat to move may know.
struct Policy {
    const char* name;
    const char* summary;
    Action (*choose)(const Game& game, const AnyState& state, Draws& draws);
    // Instead of it, for players that go by what has happened: the deal's log is kept for them.
    Action (*choose_from_log)(const Game& game, const Log& log, Draws& draws) = nullptr;
};

// A game of a run whose play begins, all players being random.
struct Unfinished {
    AnyState state;
    u64 game;   // its number
    u32 draw;   // the next draw of its policy stream
    u64 moves;  // made so far
};

struct Driver {
    const char* game;
    std::span<const char* const> sides;
    std::span<const char* const> count_names;  // of Tally::counts, at most most_counts
    std::span<const Policy> policies;          // the first is "random"
    int ready_blocks;  // of draws computed side by side for each game: about what one needs
    // Games first … first + draw_lanes - 1 at the start of play; null: one by one.
    void (*start_at_play)(const Game& game, AnyState* states, u64 seed, u64 first);
    int (*winning_side)(const Game& game, const AnyState& state);
    // What an action adds to the tally's counts.
    void (*note)(const Game& game, const AnyState& before, const Action& action, Tally& tally);
    // From a state in play to the end with the random policy; adds choices and counts,
    // answers the moves made.
    u64 (*finish_randomly)(const Game& game, AnyState& state, Draws& draws, Tally& tally);
    // The same side by side, with the same results; null where there is no such way. Whole games
    // first … first + count - 1 from the start of play, added to the tally;
    void (*play_many)(const Game& game, const Backend& backend, u64 seed, u64 first, u64 count,
                      Tally& tally) = nullptr;
    // or the rest of games, each left at its end with its number of moves.
    void (*finish_many)(const Game& game, const Backend& backend, u64 seed,
                        std::span<Unfinished> games, Tally& tally) = nullptr;
};

const Driver* find_driver(const std::string& game);
const Policy* find_policy(const Driver& driver, const std::string& name);

Action choose_randomly(const Game& game, const AnyState& state, Draws& draws);

}  // namespace pokerfast
