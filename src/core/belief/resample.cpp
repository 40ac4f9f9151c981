#include "belief/resample.hpp"

#include "belief/belief.hpp"

#include <cstring>

namespace pokerfast::belief {

Log unpack_log(const Game& game, const AnyState& now, const std::vector<Action>& done,
               const std::vector<unsigned char>& befores) {
    Log log;
    const std::size_t size = game.state_size();
    for (std::size_t t = 0; t < done.size(); ++t) {
        AnyState state{};
        std::memcpy(state.bytes, &befores[t * size], size);
        log.states.push_back(state);
    }
    log.states.push_back(now);
    log.actions = done;
    return log;
}

bool resample(const Game& game, AnyState& now, std::vector<Action>& done,
              std::vector<unsigned char>& befores, int viewer, u64 seed, int attempts,
              bool (*go_on)()) {
    Log world;
    const auto belief = make_belief(game, unpack_log(game, now, done, befores), viewer);
    if (!belief->sample(seed, attempts, world, go_on)) return false;
    now = world.now();
    done = world.actions;
    befores.clear();
    for (std::size_t t = 0; t < done.size(); ++t)
        befores.insert(befores.end(), world.states[t].bytes,
                       world.states[t].bytes + game.state_size());
    return true;
}

}  // namespace pokerfast::belief
