// What the kernel leaves to the walk, and what it reads of the rules.
#include "climb/doudizhu/sinks.hpp"
#include "sim/wide/backends.hpp"

namespace pokerfast {

namespace {

constexpr u16 rocket_rank = 15;  // above every rank

Planes planes_from(const u16 (&planes)[4]) {
    return {planes[0], planes[1], planes[2], planes[3]};
}

void take(u16 (&planes)[4], u64 cards) {
    u64 hand = 0;
    for (const u16 plane : planes) hand += spread_lanes(plane);
    const Planes left = planes_of(hand - cards);
    planes[0] = static_cast<u16>(left.p1);
    planes[1] = static_cast<u16>(left.p2);
    planes[2] = static_cast<u16>(left.p3);
    planes[3] = static_cast<u16>(left.p4);
}

}  // namespace

constexpr WideWords make_words() {
    WideWords words{};
    for (int i = 0; i < small_words + static_cast<int>(std::size(more_words)); ++i)
        for (u16& word : words.of[i])
            word = i < small_words ? static_cast<u16>(i) : more_words[i - small_words];
    return words;
}

constexpr WideWords wide_words = make_words();

WidePlan::WidePlan(const Plan& plan) {
    const auto mask = [](bool on) { return static_cast<u16>(on ? 0xffff : 0); };
    const auto has = [&](Kind kind) { return mask(plan.has(kind)); };
    pair = has(Kind::pair);
    solo_chain = has(Kind::solo_chain);
    pair_chain = has(Kind::pair_chain);
    trio = has(Kind::trio);
    trio_solo = has(Kind::trio_solo);
    trio_pair = has(Kind::trio_pair);
    trio_chain = has(Kind::trio_chain);
    trio_solo_chain = has(Kind::trio_solo_chain);
    trio_pair_chain = has(Kind::trio_pair_chain);
    four_two_solo = has(Kind::four_two_solo);
    four_two_pair = has(Kind::four_two_pair);
    bomb = has(Kind::bomb);
    rocket = has(Kind::rocket);
    wings2 = mask(plan.wings2);
    body_wings = mask(plan.body_wings);
    repeat_pairs = mask(plan.repeat_pairs);
    four_pair = mask(plan.four_pair);
    split_jokers = mask(!plan.joker_wings);
}

u16 wide_table(Reading reading) {
    if (reading.kind == Kind::pass) return 0;
    const u16 rank = reading.kind == Kind::rocket ? rocket_rank : reading.rank;
    return static_cast<u16>(rank | reading.length << 4 | static_cast<int>(reading.kind) << 8);
}

Reading reading_of(u16 table) {
    if ((table & table_reading) == 0) return {};
    const Kind kind = static_cast<Kind>(table >> 8 & 15);
    const u8 rank = kind == Kind::rocket ? slot_small_joker : static_cast<u8>(table & 15);
    return {kind, rank, static_cast<u8>(table >> 4 & 15)};
}

u32 wide_count(const Plan& plan, const u16 (&planes)[4], u16 table) {
    if (table == 0) return count_leads(plan, planes_from(planes));
    return count_follows(plan, planes_from(planes), reading_of(table)) + 1;
}

u16 wide_play(const Plan& plan, u16 (&planes)[4], u16 table, u32 x) {
    Unranker unranker{x};
    if (table == 0)
        walk_leads(plan, planes_from(planes), unranker);
    else
        walk_follows(plan, planes_from(planes), reading_of(table), unranker);
    if (unranker.found.size == 0) return 0;
    take(planes, unranker.found.cards);
    return wide_table(unranker.found.reading);
}

u16 wide_play_formation(const Plan& plan, u16 (&planes)[4], u32 x) {
    Unranker unranker{x};
    walk_formations(plan, planes_from(planes), unranker);
    take(planes, unranker.found.cards);
    return wide_table(unranker.found.reading);
}

}  // namespace pokerfast
