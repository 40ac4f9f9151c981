#include "climb/dadaa/plays.hpp"

#include "climb/dadaa/sinks.hpp"

namespace pokerfast {

namespace {

Reading reading(Kind kind, int rank, int length = 1) {
    return {kind, static_cast<u8>(rank), static_cast<u8>(length)};
}

// Of `copies` of one rank.
Kind set_kind(int copies) {
    constexpr Kind kinds[] = {Kind::single,  Kind::pair,    Kind::egg,        Kind::big_egg,
                              Kind::big_egg, Kind::big_egg, Kind::true_seven, Kind::true_seven};
    return kinds[copies - 1];
}

Kind run_kind(const DadaaPlan& plan, int length, int copies) {
    if (copies == 4) return length == 2 ? Kind::false_eight : Kind::pass;
    if (length < 3 || copies > 3) return Kind::pass;
    if (copies == 3) return length <= plan.longest_egg_chain ? Kind::egg_chain : Kind::pass;
    return copies == 1 ? Kind::dragon : Kind::double_dragon;
}

}  // namespace

DadaaPlays::DadaaPlays(const DadaaRules& rules) : plan_(rules) {
    // Two of the eight aces are big.
    for (int slot = 0; slot < ordinary_ranks; ++slot)
        pack_ += ranks_of(slot, slot == slot_ace ? 6 : 8);
    pack_ += dadaa::jokers(2, 2) + ranks_of(slot_big_ace, 2);
}

u64 DadaaPlays::kinds() const {
    return full_deck;
}

Reading DadaaPlays::classify(const RankCounts& cards) const {
    const DadaaHand hand(cards);
    const int size = cards.total(), jokers = hand.small + hand.big;
    if (size == 0) return {};
    if (jokers) {
        constexpr Kind kinds[] = {Kind::joker, Kind::joker_pair, Kind::joker3, Kind::joker4};
        return jokers == size && size <= 4 ? reading(kinds[size - 1], hand.small ? 13 : 14)
                                           : Reading{};
    }
    if (hand.aces == size)
        return size <= 2 ? reading(size == 1 ? Kind::big_ace : Kind::big_ace_pair, slot_big_ace)
                         : Reading{};
    if (hand.aces && !plan_.joins) return {};
    const RankCounts joined =
        cards - ranks_of(slot_big_ace, hand.aces) + ranks_of(slot_ace, hand.aces);
    const u32 slots = joined.plane(1);
    const int ranks = count_bits(slots), copies = size / ranks;
    // As many of each.
    if (copies > most_copies || copies * ranks != size || joined.plane(copies) != slots) return {};
    if (ranks == 1) return reading(set_kind(copies), lowest(slots));
    const Kind kind = run_kind(plan_, ranks, copies);
    if (kind == Kind::pass) return {};
    const u32 line = plan_.line(slots);
    u32 starts = line & plan_.possible[ranks];
    for (int i = 1; i < ranks; ++i) starts &= line >> i;
    return starts ? reading(kind, plan_.key[lowest(starts)][ranks], ranks) : Reading{};
}

bool DadaaPlays::beats(const Combo& play, const Combo& table) const {
    const Reading a = play.reading, b = table.reading;
    if (a.kind == Kind::pass || b.kind == Kind::pass) return false;
    if (a.kind != b.kind) {
        const bool beaten = dadaa_beaters.of[static_cast<int>(b.kind)] & kind_bit(a.kind);
        return beaten && (a.kind != Kind::big_egg || b.kind != Kind::big_ace || play.size >= 5);
    }
    const auto higher = [&] { return plan_.above_rank[b.rank] >> a.rank & 1; };
    switch (a.kind) {
        case Kind::single:
        case Kind::pair:
        case Kind::egg: return higher();
        case Kind::big_egg:
        case Kind::true_seven: return play.size != table.size ? play.size > table.size : higher();
        case Kind::dragon:
        case Kind::double_dragon:
        case Kind::egg_chain:
        case Kind::false_eight: {
            if (a.length != b.length) return false;
            // Any start with that key: all have the same value.
            for (u32 starts = plan_.above_run[a.length][b.rank]; starts; starts &= starts - 1)
                if (plan_.key[lowest(starts)][a.length] == a.rank) return true;
            return false;
        }
        case Kind::joker: return a.rank > b.rank;
        case Kind::joker_pair:
            if (plan_.joker_pairs == joker_pair_order::sum)
                return play.cards.of(14) > table.cards.of(14);
            return plan_.joker_pairs == joker_pair_order::lowest && a.rank > b.rank;
        default: return false;
    }
}

u64 DadaaPlays::count_leads(const RankCounts& hand) const {
    return dadaa::count_leads(plan_, hand);
}

u64 DadaaPlays::count_follows(const RankCounts& hand, const Combo& table) const {
    return dadaa::count_follows(plan_, hand, table);
}

void DadaaPlays::leads(const RankCounts& hand, std::vector<Combo>& out) const {
    dadaa::Lister lister(plan_, out);
    dadaa::walk_leads(plan_, hand, lister);
}

void DadaaPlays::follows(const RankCounts& hand, const Combo& table,
                         std::vector<Combo>& out) const {
    dadaa::Lister lister(plan_, out);
    dadaa::walk_follows(plan_, hand, table, lister);
}

Combo DadaaPlays::lead_at(const RankCounts& hand, u64 i) const {
    dadaa::Unranker unranker(plan_, static_cast<u32>(i));
    dadaa::walk_leads(plan_, hand, unranker);
    return unranker.found;
}

Combo DadaaPlays::follow_at(const RankCounts& hand, const Combo& table, u64 i) const {
    dadaa::Unranker unranker(plan_, static_cast<u32>(i));
    dadaa::walk_follows(plan_, hand, table, unranker);
    return unranker.found;
}

Combo DadaaPlays::take_of(const Combo& table) const {
    const Kind kind = table.reading.kind;
    const int fours = table.size - 1;
    const bool takable = kind == Kind::egg || kind == Kind::big_egg || kind == Kind::true_seven;
    if (!takable || fours > plan_.most_fours) return {};
    return make_combo(ranks_of(slot_four, fours), set_kind(fours), slot_four, 1, fours);
}

bool DadaaPlays::may_be_taken(const RankCounts& hand) const {
    // A big ace that joins makes an egg of two aces.
    return (hand.plane(3) & ordinary_slots) != 0 || (plan_.joins && hand.of(slot_big_ace));
}

u32 DadaaPlays::related(const RankCounts& hand) const {
    if (plan_.joins && hand.of(slot_big_ace)) return (1u << slots_n) - 1;
    u32 line = 0;  // places in runs
    for (int copies = 1; copies <= 4; ++copies) {
        const u32 row = plan_.line(hand.plane(copies) & ordinary_slots);
        const u32 two = row & row >> 1, three = two & row >> 2;
        line |= copies == 4 ? two | two << 1 : three | three << 1 | three << 2;
    }
    u32 related = ~ordinary_slots;
    for (u32 left = line ? ordinary_slots : 0; left; left &= left - 1)
        if (plan_.line(left & -left) & line) related |= left & -left;
    return related;
}

int DadaaPlays::strength(int slot) const {
    return slot < ordinary_ranks ? dadaa_strength(slot) : slot;
}

Code DadaaPlays::judge(const RankCounts&, const Combo* table, const Combo& play) const {
    if (!table || beats(play, *table)) return Code::ok;
    const Reading made = play.reading, lies = table->reading;
    return made.kind == lies.kind && made.length == lies.length ? Code::too_low : Code::wrong_kind;
}

}  // namespace pokerfast
