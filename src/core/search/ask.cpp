#include "search/ask.hpp"

namespace pokerfast::search {

const Policy* player_named(const Game& game, const std::string& name) {
    const Driver* driver = find_driver(game.name());
    return driver ? search::find_policy(*driver, name) : nullptr;
}

// Draws of its own for each decision: the position does not tell how many were used before.
Action ask(const Game& game, const Log& log, const Policy& player, u64 seed, u64 number) {
    Draws draws(seed, number, Stream::policy, static_cast<u32>(1 + log.actions.size()));
    return player.choose_from_log ? player.choose_from_log(game, log, draws)
                                  : player.choose(game, log.now(), draws);
}

}  // namespace pokerfast::search
