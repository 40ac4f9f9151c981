// The questions of 保皇 (docs/rules/baohuang.md numbers them). Every field is what its descriptor
// says.
#pragma once

#include "rules/option.hpp"

namespace pokerfast {

struct BaohuangRules {
    i64 classic, kao, bie6, qiangdu, large_pack, wind, stack_doubles, anticlockwise;

    // From values in the order of baohuang_options(), which must have passed check_options.
    static BaohuangRules from_values(const std::vector<i64>& values);
};

const std::vector<OptionSpec>& baohuang_options();
const std::vector<PresetSpec>& baohuang_presets();

}  // namespace pokerfast
