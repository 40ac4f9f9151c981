// Kinds of plays of 斗地主, in the order lists give them. The names are RLCard's, which the field
// uses.
#pragma once

#include "base/bits.hpp"

namespace pokerfast {

enum class Kind : u8 {
    solo,
    pair,
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
    pass,
};

inline constexpr int playable_kinds = static_cast<int>(Kind::pass);

inline constexpr const char* kind_names[] = {
    "solo",          "pair",          "trio",      "solo_chain",      "pair_chain",
    "trio_chain",    "trio_solo",     "trio_pair", "trio_solo_chain", "trio_pair_chain",
    "four_two_solo", "four_two_pair", "bomb",      "rocket",          nullptr,
};

PF_INLINE constexpr u32 kind_bit(Kind kind) {
    return 1u << static_cast<int>(kind);
}

}  // namespace pokerfast
