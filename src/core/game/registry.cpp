#include "game/registry.hpp"

#include "game/doudizhu.hpp"

namespace pokerfast {

namespace {

template <class T>
std::unique_ptr<Game> make(std::vector<i64> values) {
    return std::make_unique<T>(std::move(values));
}

constexpr GameEntry games[] = {
    {"doudizhu", "斗地主", "climb", doudizhu_options, doudizhu_presets, make<DouDizhu>},
};

}  // namespace

std::span<const GameEntry> all_games() {
    return games;
}

const GameEntry* find_game(const std::string& name) {
    for (const GameEntry& entry : games)
        if (name == entry.name) return &entry;
    return nullptr;
}

}  // namespace pokerfast
