// The order of the cards under one trump and level, compiled from the rules: which group and place
// every kind has and which places are neighbours. Immutable; everything else in this folder reads
// it.
//
// Groups 0 … 3 are the suits S H D C, group 4 the trumps. Places of a group run from 0, the
// lowest. Kinds the pack lacks keep their places, which stay empty. Equal kinds (level cards of the
// other suits, all level cards without a trump suit) share a place; such places stand above the
// trump suit's own cards and are called special.
#pragma once

#include "base/choose.hpp"
#include "cards/pile.hpp"
#include "rules/trick.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace pokerfast {

inline constexpr int groups_n = 5, trump_group = 4;
inline constexpr int any_group = 5;     // of a lead that no suit answers: four of a rank (横甩)
inline constexpr int most_places = 17;  // of the trump group, with two ranks taken out
inline constexpr int most_specials =
    6;  // permanent rank, its main card, level, its main card, w, W

// Three bits a place: numbers up to 7.
inline constexpr u64 place_ones = 0111111111111111111111ull;

PF_INLINE u64 lane(int place, u64 value = 1) {
    return value << (3 * place);
}

PF_INLINE int lane_at(u64 lanes, int place) {
    return static_cast<int>(lanes >> (3 * place) & 7);
}

// One where a lane is not zero.
PF_INLINE u64 filled_lanes(u64 lanes) {
    return (lanes | lanes >> 1 | lanes >> 2) & place_ones;
}

// Bit i to lane i, for 21 bits.
PF_INLINE u64 spread_to_lanes(u64 bits) {
#ifdef __BMI2__
    return _pdep_u64(bits, place_ones);
#else
    bits = (bits | bits << 32) & 0x1f00000000ffffull;
    bits = (bits | bits << 16) & 0x1f0000ff0000ffull;
    bits = (bits | bits << 8) & 0x100f00f00f00f00full;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3ull;
    return (bits | bits << 2) & 0x1249249249249249ull;
#endif
}

struct TrickPlan {
    TrickPlan(const TrickRules& rules, const TrumpSpec& trump);

    TrickRules rules;
    TrumpSpec trump;
    u64 pack;                 // kinds that exist
    u64 kinds[groups_n + 1];  // of each group; of any_group all
    u64 plain[groups_n];      // those of them with a place each: a suit's own cards
    u64 special[most_specials];
    u64 linked[groups_n];  // a one in lane i: places i and i + 1 are neighbours
    u8 places[groups_n];   // how many
    u8 plain_places[groups_n];
    u8 specials;  // of the trump group, from place plain_places[trump_group] on
    u8 group_of[kinds_n];
    u8 place_of[kinds_n];

    // The plain cards of a group as bits by place.
    PF_INLINE u64 plain_bits(int group, u64 mask) const {
#ifdef __BMI2__
        return _pext_u64(mask, plain[group]);
#else
        const int suit = group == trump_group ? trump.suit : group;
        if (suit == no_trump) return 0;
        u64 bits = mask >> (13 * suit) & suit_mask;
        bits = (bits & below_high_) | (bits >> 1 & ~below_high_);
        return (bits & below_low_) | (bits >> 1 & ~below_low_);
#endif
    }

    // Places of a group at which any kind of the mask stands.
    PF_INLINE u32 place_bits(int group, u64 mask) const {
        u64 bits = plain_bits(group, mask);
        if (group == trump_group)
            for (int i = 0; i < specials; ++i)
                bits |= static_cast<u64>((mask & special[i]) != 0)
                        << (plain_places[trump_group] + i);
        return static_cast<u32>(bits);
    }

    // How many kinds of the mask stand at each place, in lanes.
    PF_INLINE u64 place_lanes(int group, u64 mask) const {
        u64 lanes = spread_to_lanes(plain_bits(group, mask));
        if (group == trump_group)
            for (int i = 0; i < specials; ++i)
                lanes |= lane(plain_places[trump_group] + i,
                              static_cast<u64>(count_bits64(mask & special[i])));
        return lanes;
    }

    // Kinds of the mask at one place of a group.
    PF_INLINE u64 kinds_at(int group, int place, u64 mask) const {
        if (place >= plain_places[group]) return mask & special[place - plain_places[group]];
        return mask & 1ull << kind_at_[group][place];
    }

  private:
    u8 kind_at_[groups_n][ranks_n];
    // The bits of a suit below each of the two ranks that may be taken out: how gaps are closed
    // without BMI2.
    u64 below_high_, below_low_;
};

}  // namespace pokerfast
