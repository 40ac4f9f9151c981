#include "game/registry.hpp"

#include "game/baohuang.hpp"
#include "game/dabaifen.hpp"
#include "game/dadaa.hpp"
#include "game/doudizhu.hpp"
#include "game/erqiwang.hpp"
#include "game/shengji.hpp"
#include "game/whist.hpp"

namespace pokerfast {

namespace {

template <class T>
std::unique_ptr<Game> make(std::vector<i64> values) {
    return std::make_unique<T>(std::move(values));
}

std::vector<Fault> check_baohuang(const std::vector<i64>& values) {
    return check_options(baohuang_options(), values);
}

std::vector<Fault> check_dadaa(const std::vector<i64>& values) {
    return check_options(dadaa_options(), values);
}

std::vector<Fault> check_doudizhu(const std::vector<i64>& values) {
    return check_options(doudizhu_options(), values);
}

constexpr GameEntry games[] = {
    {"baohuang", "保皇", "climb", baohuang_options, baohuang_presets, check_baohuang,
     make<Baohuang>},
    {"dabaifen", "打百分", "trick", dabaifen_options, dabaifen_presets, check_dabaifen,
     make<Dabaifen>},
    {"dadaa", "打大A", "climb", dadaa_options, dadaa_presets, check_dadaa, make<Dadaa>},
    {"doudizhu", "斗地主", "climb", doudizhu_options, doudizhu_presets, check_doudizhu,
     make<DouDizhu>},
    {"erqiwang", "二七王", "trick", erqiwang_options, erqiwang_presets, check_erqiwang,
     make<Erqiwang>},
    {"shengji", "升级", "trick", shengji_options, shengji_presets, check_shengji, make<Shengji>},
    {"whist", "惠斯特", "trick", whist_options, whist_presets, check_whist, make<Whist>},
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

std::unique_ptr<Game> default_game(const GameEntry& entry) {
    std::vector<i64> values;
    for (const OptionSpec& spec : entry.options()) values.push_back(spec.initial);
    return entry.make(values);
}

}  // namespace pokerfast
