// What the Cython binder calls.
#pragma once

#include "_fast_climb.hpp"
#include "_fast_encode.hpp"
#include "_fast_trick.hpp"
#include "belief/resample.hpp"
#include "search/ask.hpp"
#include "game/registry.hpp"
#include "game/snapshot.hpp"
#include "sim/driver.hpp"

namespace pokerfast::bind {

// What a built-in player does in a position that is not over; false if the game has no such player.
inline bool choose_action(const Game& game, const AnyState& state, const std::string& policy,
                          u64 seed, Action& action) {
    const Driver* driver = find_driver(game.name());
    const Policy* player = driver ? find_policy(*driver, policy) : nullptr;
    if (!player) return false;
    Draws draws(seed, 0, Stream::policy);
    action = player->choose(game, state, draws);
    return true;
}

}  // namespace pokerfast::bind
