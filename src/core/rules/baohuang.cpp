#include "rules/baohuang.hpp"

namespace pokerfast {

namespace {

constexpr const char* mode_names[] = {"concise", "classic", nullptr};
constexpr const char* pack_names[] = {"168", "216", nullptr};
constexpr const char* wind_names[] = {"next", nullptr};
constexpr const char* direction_names[] = {"clockwise", "anticlockwise", nullptr};

using R = BaohuangRules;
using enum OptionType;

const Question<R> questions[] = {
    {&R::classic,
     {"mode", choice, 0, 0, 0, mode_names,
      "简明: the guard is whoever holds the marked small joker; 经典: the emperor names a card",
      "seed"}},
    {&R::kao,
     {"kao", on_off, 0, 0, 1, nullptr, "several jokers together may beat a higher one (烤牌)",
      "seed"}},
    {&R::bie6,
     {"bie6", on_off, 0, 0, 1, nullptr, "all sixes go together in the last play (憋6)", "seed"}},
    {&R::qiangdu,
     {"qiangdu", on_off, 0, 0, 1, nullptr,
      "anybody may claim to play alone before the throne is taken (抢独)", "seed"}},
    {&R::large_pack,
     {"pack", choice, 0, 0, 0, pack_names, "four packs without 3, 4 and 5, or whole",
      "seed; 216: peer"}},
    {&R::wind,
     {"wind", choice, 0, 0, 0, wind_names, "who leads for a player who is out", "default"}},
    {&R::stack_doubles,
     {"stack_doubles", on_off, 0, 0, 1, nullptr, "明保 and a successful 造反 double twice",
      "default"}},
    {&R::anticlockwise,
     {"direction", choice, 0, 0, 0, direction_names,
      "which way seat numbers rise at the table, for display", "seed"}},
};

}  // namespace

const std::vector<OptionSpec>& baohuang_options() {
    static const std::vector<OptionSpec> specs = specs_of<BaohuangRules>(questions);
    return specs;
}

const std::vector<PresetSpec>& baohuang_presets() {
    static const std::vector<PresetSpec> presets = {
        {"concise", "the defaults: 简明", {}},
        {"classic", "经典: the emperor names a card", {{"mode", 1}}},
    };
    return presets;
}

BaohuangRules BaohuangRules::from_values(const std::vector<i64>& values) {
    return rules_of<BaohuangRules>(questions, values);
}

}  // namespace pokerfast
