// The questions of 升级 (docs/rules/shengji.md numbers them). Every field is what its descriptor
// says.
#pragma once

#include "rules/trick.hpp"

namespace pokerfast {

namespace kitty_shape {
enum : i64 { led, winner };
}
namespace first_dealer {
enum : i64 { first_declarer, last_declarer };
}
namespace nt_override {
enum : i64 { equal_pair, any_two, four };
}
namespace nobody_declares {
enum : i64 { no_trump, kitty3, kitty3_skip_jokers, redeal };
}
namespace band {
enum : i64 { literal, min };
}

struct ShengjiRules : TrickRules {
    i64 kitty_size, two_is_trump, throw_penalty, kitty_shape, kitty_points_max;
    i64 first_dealer, allow_partner_protect, nt_override, nobody_declares;
    i64 rob_kitty, stake_factor, stake_cap, stakes, must_play, band;

    int pack_size() const { return static_cast<int>(54 * decks); }
    int kitty_cards() const {
        return kitty_size >= 0 ? static_cast<int>(kitty_size) : decks == 2 ? 8 : 6;
    }
    int hand_cards() const { return (pack_size() - kitty_cards()) / 4; }
    int step() const { return static_cast<int>(20 * decks); }  // points a level is worth

    // From values in the order of shengji_options(), which must be without faults.
    static ShengjiRules from_values(const std::vector<i64>& values);
};

const std::vector<OptionSpec>& shengji_options();
const std::vector<PresetSpec>& shengji_presets();
std::vector<Fault> check_shengji(const std::vector<i64>& values);

// What a deal is worth.
struct LevelResult {
    bool attackers;  // who gains
    int levels;
    bool takes_over;
};
LevelResult level_result(const ShengjiRules& rules, i64 points);

}  // namespace pokerfast
