// What cards of one group are made of: units, chains over neighbouring places, and the best split
// of a set.
#pragma once

#include "trick/plan.hpp"

namespace pokerfast {

// Width 1 … 3 (single, pair, triple) and the places covered, in one byte.
struct Shape {
    u8 code = 0;

    constexpr Shape() = default;
    constexpr Shape(int width, int length) : code(static_cast<u8>(width << 5 | length)) {}
    PF_INLINE int width() const { return code >> 5; }
    PF_INLINE int length() const { return code & 31; }
    PF_INLINE int cards() const { return width() * length(); }
    // Larger shapes first: by cards, then width.
    PF_INLINE int rank() const { return 4 * cards() + width(); }
    friend bool operator==(Shape, Shape) = default;
};

struct Unit {
    Shape shape;
    u8 place = 0;   // the lowest it covers
    u64 kinds = 0;  // one a place

    PF_INLINE int top() const { return place + shape.length() - 1; }
    // The cards: `width` copies of each kind.
    PF_INLINE Copies cards() const {
        const int width = shape.width();
        return {kinds, width > 1 ? kinds : 0, width > 2 ? kinds : 0};
    }
};

inline constexpr int most_units = 64;   // of one set
inline constexpr int most_shapes = 21;  // of it, singles apart: one a kind of a group

// Copies by place, as far as units wider than one see them: how many kinds have exactly two and
// exactly three. Which kind of a shared place a unit takes does not matter to what is left, except
// that a pair rather takes a kind with two.
struct Line {
    u64 two = 0, three = 0;  // lanes

    PF_INLINE u64 with(int width) const { return width == 3 ? three : two + three; }
    PF_INLINE int pairs() const { return sum_lanes(two) + sum_lanes(three); }
    PF_INLINE int triples() const { return sum_lanes(three); }

    PF_INLINE static int sum_lanes(u64 lanes) {
        return count_bits64(lanes & place_ones) + 2 * count_bits64(lanes >> 1 & place_ones) +
               4 * count_bits64(lanes >> 2 & place_ones);
    }
};

PF_INLINE Line line_of(const TrickPlan& plan, int group, const Copies& cards) {
    return {plan.place_lanes(group, cards.two & ~cards.three),
            plan.place_lanes(group, cards.three)};
}

// Places at which a chain of that shape can start.
PF_INLINE u64 chain_starts(const Line& line, Shape shape, u64 linked) {
    const u64 filled = filled_lanes(line.with(shape.width()));
    const u64 steps = filled & filled >> 3 & linked;
    u64 starts = filled;
    for (int i = 0; i + 1 < shape.length() && starts; ++i) starts &= steps >> (3 * i);
    return starts;
}

// The longest chain of a width, 0 if there is not even one of it.
PF_INLINE int longest_chain_of(const Line& line, int width, u64 linked) {
    const u64 filled = filled_lanes(line.with(width));
    if (!filled) return 0;
    u64 steps = filled & filled >> 3 & linked;
    int length = 1;
    for (; steps; ++length) steps &= steps >> 3;
    return length;
}

PF_INLINE Line without(const Line& line, Shape shape, int place) {
    const u64 chain = (place_ones & ((1ull << (3 * shape.length())) - 1)) << (3 * place);
    if (shape.width() == 3) return {line.two, line.three - chain};
    const u64 from_two = filled_lanes(line.two) & chain;
    return {line.two - from_two, line.three - (chain & ~from_two)};
}

// The units of a set of one group, largest first: of all ways to split it the one whose list of
// shapes is the largest; where several are, the higher places, then spades before hearts, diamonds,
// clubs.
struct Split {
    int size = 0;
    Unit units[most_units];
};

void split(const TrickPlan& plan, int group, const Copies& cards, Split& out);

// A lead as followers see it: its shapes, singles apart and largest first.
struct Lead {
    u8 group = 0, size = 0, shapes = 0;
    Shape shape[most_shapes];

    PF_INLINE Shape largest() const { return shapes ? shape[0] : Shape(1, 1); }
};

// The cards must have a lead_group.
Lead lead_of(const TrickPlan& plan, const Copies& cards);
Lead lead_of(int group, int size, const Split& split);

// Four cards of one rank and of the four suits, where they may be led together.
PF_INLINE bool is_four_of_rank(const TrickPlan& plan, const Copies& cards) {
    if (!plan.rules.four_of_rank || cards.two || count_bits64(cards.one) != 4) return false;
    const int kind = lowest(cards.one);
    return kind < ranks_n && cards.one == kinds_of_rank(kind);
}

// The group all cards belong to, -1 if there are two or no card.
PF_INLINE int group_of_cards(const TrickPlan& plan, const Copies& cards) {
    if (!cards.one) return -1;
    const int group = plan.group_of[lowest(cards.one)];
    return cards.one & ~plan.kinds[group] ? -1 : group;
}

// The group that answers these cards as a lead, -1 if they are none.
PF_INLINE int lead_group(const TrickPlan& plan, const Copies& cards) {
    return is_four_of_rank(plan, cards) ? any_group : group_of_cards(plan, cards);
}

}  // namespace pokerfast
