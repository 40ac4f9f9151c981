// What a guess of plays needed weighs as a proof number: 2.5 for every play.
#pragma once

#include "base/bits.hpp"

namespace pokerfast::solve {

inline constexpr int most_tenths = 190;
struct Weights {
    u32 of[most_tenths + 1];
};

consteval Weights make_weights() {
    Weights weights{};
    double value = 1;
    for (int i = 0; i <= most_tenths; ++i, value *= 1.0959582263852172)  // 2.5^0.1
        weights.of[i] = static_cast<u32>(value);
    return weights;
}

inline constexpr Weights weights = make_weights();

// 2.5^(tenths / 10).
PF_INLINE u32 weight(int tenths) {
    return weights.of[tenths < 0 ? 0 : tenths > most_tenths ? most_tenths : tenths];
}

}  // namespace pokerfast::solve
