// For the binder: what a built-in player does in a position with its log.
#pragma once

#include "search/policies.hpp"

namespace pokerfast::search {

// One of the legal actions; null player: unknown name. `number` is that of the game under the seed.
Action ask(const Game& game, const Log& log, const Policy& player, u64 seed, u64 number);
const Policy* player_named(const Game& game, const std::string& name);

}  // namespace pokerfast::search
