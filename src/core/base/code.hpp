// Reason codes of refused input: one list for the core, both binders and the documentation
// (docs/conventions.md). The texts stand in pokerfast/errors.py; a test holds the two lists against
// each other. Arrays hold the numbers (docs/arrays.md), so that new codes come last.
#pragma once

#include "base/bits.hpp"

namespace pokerfast {

enum class Code : u8 {
    ok,
    game_over,
    wrong_phase,
    must_lead,
    not_held,
    no_play,
    wrong_kind,
    too_low,
    wrong_reading,
    bid_too_low,
    index,
    quit,
    no_seat,
    no_declaration,
    too_weak,
    wrong_size,
    too_many_points,
    two_groups,
    no_throw,
    not_certain,
    must_follow,
    must_titanic,
    must_triple,
    must_tractor,
    must_pair,
    no_take,
    only_no,
    must_take,
    wrong_name,
    sixes,
    auto_,
    no_bid,
    bid_too_high,
    no_surrender,
    count_,
};

inline constexpr const char* code_names[] = {
    "ok",           "game_over",       "wrong_phase",
    "must_lead",    "not_held",        "no_play",
    "wrong_kind",   "too_low",         "wrong_reading",
    "bid_too_low",  "index",           "quit",
    "no_seat",      "no_declaration",  "too_weak",
    "wrong_size",   "too_many_points", "two_groups",
    "no_throw",     "not_certain",     "must_follow",
    "must_titanic", "must_triple",     "must_tractor",
    "must_pair",    "no_take",         "only_no",
    "must_take",    "wrong_name",      "sixes",
    "auto",         "no_bid",          "bid_too_high",
    "no_surrender",
};
static_assert(sizeof(code_names) / sizeof(*code_names) == static_cast<int>(Code::count_));

}  // namespace pokerfast
