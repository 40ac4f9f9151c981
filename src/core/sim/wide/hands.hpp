// Hands and tables of many games, in the terms of `Lanes` (sim/wide/kernel.hpp).
#pragma once

#include "base/bits.hpp"
#include "rules/kind.hpp"

namespace pokerfast {

namespace {

using V = Lanes::V;
using M = Lanes::M;
using Q = Lanes::Q;
constexpr int lanes_n = Lanes::n;

template <class... Kinds>
constexpr u32 kinds_of(Kinds... kinds) {
    return (... | (1u << static_cast<int>(kinds)));
}

constexpr int length_at = 4, kind_at = 8;  // first bits in a table
constexpr int top_rank = 15;               // the rocket's, above every other
constexpr int chain_ranks = 0xfff;         // 3 … A

// The same word in every lane.
template <int word>
PF_INLINE V all() {
    return Lanes::all<word>();
}

template <Kind kind>
PF_INLINE V code() {
    return all<static_cast<int>(kind)>();
}

struct Hand {
    V p1, p2, p3, p4;
};

// A table as hands are held against it.
struct Table {
    Lanes::Kinds kinds;
    V above;      // ranks above its own
    bool chains;  // whether some lane has more than one link
    M two, four, eight;
    Lanes::Down rest;
};

PF_INLINE Table read_table(V rank, V length, V kind) {
    Table table;
    table.kinds = Lanes::kinds(kind);
    table.above = Lanes::shifted_up(all<0xfffe>(), rank);
    table.two = Lanes::gt(length, all<1>());
    table.chains = Lanes::any(table.two);
    if (table.chains) {
        table.four = Lanes::gt(length, all<3>());
        table.eight = Lanes::gt(length, all<7>());
        V power = Lanes::sel(table.four, all<4>(), all<2>());
        power = Lanes::sel(table.eight, all<8>(), power);
        table.rest = Lanes::down(Lanes::keep(table.two, length - power));
    }
    return table;
}

// Ranks above the table's where the hand has what it is made of, wings aside.
PF_INLINE V bodies_above(const Table& table, const Hand& hand) {
    using enum Kind;
    const M ones = Lanes::among<kinds_of(solo, solo_chain)>(table.kinds);
    const M twos = Lanes::among<kinds_of(Kind::pair, pair_chain)>(table.kinds);
    const M fours = Lanes::among<kinds_of(bomb, four_two_solo, four_two_pair)>(table.kinds);
    V bodies = Lanes::sel(fours, hand.p4, hand.p3);
    bodies = Lanes::sel(twos, hand.p2, bodies);
    bodies = Lanes::sel(ones, hand.p1, bodies);
    if (table.chains) {
        // n links are two runs of the highest power of two in n, one from the start, one to the
        // end.
        V run = bodies & all<chain_ranks>();
        run &= run >> 1;
        V runs = run;
        run &= run >> 2;
        runs = Lanes::sel(table.four, run, runs);
        run &= run >> 4;
        runs = Lanes::sel(table.eight, run, runs);
        runs &= Lanes::shifted_down(runs, table.rest);
        bodies = Lanes::sel(table.two, runs, bodies);
    }
    return bodies & table.above;
}

// The place of the i-th bit.
PF_INLINE V select_bits(V mask, V i) {
    V place{};
    const auto halve = [&](V count, V upper, V step) {
        const M beyond = Lanes::ge(i, count);
        i = Lanes::subtract(beyond, i, count);
        mask = Lanes::sel(beyond, upper, mask);
        place = Lanes::join(beyond, place, step);
    };
    halve(Lanes::popc8(mask & all<0xff>()), mask >> 8, all<8>());
    halve(Lanes::popc4(mask & all<15>()), mask >> 4, all<4>());
    halve(Lanes::popc4(mask & all<3>()), mask >> 2, all<2>());
    return Lanes::plus(place, Lanes::ge(i, mask & all<1>()));
}

// Takes one copy of the ranks in m1, another of those in m2, m3, m4; each of these lies within the
// one before.
PF_INLINE void take(Hand& hand, V m1, V m2, V m3, V m4) {
    hand.p1 &= hand.p2 | ~m1;
    hand.p2 &= hand.p3 | ~m1;
    hand.p3 &= hand.p4 | ~m1;
    hand.p4 &= ~m1;
    hand.p1 &= hand.p2 | ~m2;
    hand.p2 &= hand.p3 | ~m2;
    hand.p3 &= ~m2;
    hand.p1 &= hand.p2 | ~m3;
    hand.p2 &= ~m3;
    hand.p1 &= ~m4;
}

PF_INLINE V pairs_of(V n) {  // n choose 2
    return (n * (n - all<1>())) >> 1;
}

}  // namespace

}  // namespace pokerfast
