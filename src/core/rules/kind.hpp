// Kinds of plays of the climbing games, game by game in the order lists give them. 斗地主's names
// are RLCard's, which the field uses.
#pragma once

#include "base/bits.hpp"

namespace pokerfast {

enum class Kind : u8 {
    // 斗地主
    solo,
    pair,  // of 打大A too
    trio,
    solo_chain,
    pair_chain,
    trio_chain,
    trio_solo,
    trio_pair,
    trio_solo_chain,
    trio_pair_chain,
    four_two_solo,
    four_two_pair,
    bomb,
    rocket,
    pass,  // no play, in every game
    // 打大A
    single,
    joker,
    big_ace,
    dragon,
    double_dragon,
    egg,
    big_egg,
    joker_pair,
    egg_chain,
    false_eight,
    true_seven,
    joker3,
    joker4,
    big_ace_pair,
    // 保皇
    set,
    jokers_set,
    jokers,
    count_,
};

inline constexpr int doudizhu_kinds = static_cast<int>(Kind::pass);
inline constexpr int kinds_count = static_cast<int>(Kind::count_);

inline constexpr const char* kind_names[] = {
    "solo",          "pair",          "trio",       "solo_chain",      "pair_chain",
    "trio_chain",    "trio_solo",     "trio_pair",  "trio_solo_chain", "trio_pair_chain",
    "four_two_solo", "four_two_pair", "bomb",       "rocket",          "pass",
    "single",        "joker",         "big_ace",    "dragon",          "double_dragon",
    "egg",           "big_egg",       "joker_pair", "egg_chain",       "false_eight",
    "true_seven",    "joker3",        "joker4",     "big_ace_pair",    "set",
    "jokers_set",    "jokers",
};
static_assert(sizeof(kind_names) / sizeof(*kind_names) == kinds_count);

PF_INLINE constexpr u32 kind_bit(Kind kind) {
    return 1u << static_cast<int>(kind);
}
static_assert(kinds_count <= 32);

}  // namespace pokerfast
