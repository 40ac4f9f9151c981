// All games by name: the only list of them in the core.
#pragma once

#include "game/game.hpp"

#include <memory>
#include <span>

namespace pokerfast {

struct GameEntry {
    const char* name;
    const char* title;   // 汉字
    const char* family;  // "climb" or "trick"
    const std::vector<OptionSpec>& (*options)();
    const std::vector<PresetSpec>& (*presets)();
    // What is wrong with a value table: ranges, and options that don't go together.
    std::vector<Fault> (*check)(const std::vector<i64>& values);
    std::unique_ptr<Game> (*make)(std::vector<i64> values);  // of values without faults
};

std::span<const GameEntry> all_games();
const GameEntry* find_game(const std::string& name);
// The game with the initial value of every option.
std::unique_ptr<Game> default_game(const GameEntry& entry);

}  // namespace pokerfast
