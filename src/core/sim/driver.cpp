#include "sim/driver.hpp"

#include "sim/doudizhu.hpp"
#include "sim/race.hpp"
#include "sim/trick.hpp"

namespace pokerfast {

const Driver* find_driver(const std::string& game) {
    static const Driver* const drivers[] = {
        &baohuang_driver(), &dabaifen_driver(), &dadaa_driver(), &doudizhu_driver(),
        &erqiwang_driver(), &shengji_driver(),  &whist_driver()};
    for (const Driver* driver : drivers)
        if (game == driver->game) return driver;
    return nullptr;
}

const Policy* find_policy(const Driver& driver, const std::string& name) {
    for (const Policy& policy : driver.policies)
        if (name == policy.name) return &policy;
    return nullptr;
}

Action choose_randomly(const Game& game, const AnyState& state, Draws& draws) {
    return game.unrank(state, draws.below_wide(game.count(state)));
}

}  // namespace pokerfast
