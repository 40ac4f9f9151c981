#pragma once

#include "sim/driver.hpp"

namespace pokerfast {

const Driver& doudizhu_driver();

// Random play on a back end (sim/doudizhu_wide.cpp).
void play_many_doudizhu(const Game& game, const Backend& backend, u64 seed, u64 first, u64 count,
                        Tally& tally);
void finish_many_doudizhu(const Game& game, const Backend& backend, u64 seed,
                          std::span<Unfinished> games, Tally& tally);

// The baseline player (sim/doudizhu_greedy.cpp).
Action choose_greedily_doudizhu(const Game& game, const AnyState& state, Draws& draws);

}  // namespace pokerfast
