// Tables of the back ends.
#pragma once

#include "base/bits.hpp"

namespace pokerfast {

namespace {

// For each mask of 8 lanes, the bytes of its lanes at the front (or back) of 16, zero elsewhere:
// one of each combined by OR controls a shuffle.
struct Places {
    alignas(16) u8 front[256][16];
    alignas(16) u8 back[256][16];
};

consteval Places make_places() {
    Places places{};
    for (int mask = 0; mask < 256; ++mask) {
        int front = 0, back = 0;
        for (int lane = 0; lane < 8; ++lane) back += mask >> lane & 1;
        back = 8 - back;
        for (int lane = 0; lane < 8; ++lane) {
            if (!(mask >> lane & 1)) continue;
            for (int half = 0; half < 2; ++half) {
                const u8 byte = static_cast<u8>(2 * lane + half);
                places.front[mask][2 * front + half] = byte;
                places.back[mask][2 * back + half] = byte;
            }
            ++front;
            ++back;
        }
    }
    return places;
}

constexpr Places lane_places = make_places();

// Eight bytes, all ones where the bit is set.
consteval u64 table_of_bits(u32 bits) {
    u64 table = 0;
    for (int i = 0; i < 8; ++i)
        if (bits >> i & 1) table |= 0xffull << (8 * i);
    return table;
}

// 2^15 / n rounded up, as words and as bytes for shuffles.
struct Reciprocals {
    alignas(64) u16 word[32];
    alignas(16) u8 low[16];
    alignas(16) u8 high[16];
};

consteval Reciprocals make_reciprocals() {
    Reciprocals table{};
    for (u32 n = 1; n < 16; ++n) {
        const u32 value = (32768 + n - 1) / n;
        table.word[n] = static_cast<u16>(value);
        table.low[n] = static_cast<u8>(value);
        table.high[n] = static_cast<u8>(value >> 8);
    }
    return table;
}

constexpr Reciprocals reciprocals = make_reciprocals();

}  // namespace

}  // namespace pokerfast
