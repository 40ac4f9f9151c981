// The questions of whist (docs/rules/whist.md).
#pragma once

#include "rules/option.hpp"

namespace pokerfast {

namespace whist_trump {
enum : i64 { last_card, spades, hearts, diamonds, clubs, none };
}

const std::vector<OptionSpec>& whist_options();
const std::vector<PresetSpec>& whist_presets();
std::vector<Fault> check_whist(const std::vector<i64>& values);

}  // namespace pokerfast
