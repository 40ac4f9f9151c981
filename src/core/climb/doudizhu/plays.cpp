#include "climb/doudizhu/plays.hpp"

#include "climb/doudizhu/readings.hpp"
#include "climb/doudizhu/sinks.hpp"

namespace pokerfast {

namespace {

Planes planes_of_hand(const RankCounts& hand) {
    return planes_of(narrowed(hand));
}

// Fills `out` with the `count` plays that the walk lists.
template <class Walk>
void list(u32 count, std::vector<Combo>& out, Walk&& walk) {
    out.resize(count);
    BasicLister<Combo> lister{out.data()};
    walk(lister);
}

}  // namespace

DouDizhuPlays::DouDizhuPlays(const DouDizhuRules& rules)
    : plan_(rules), pack_(widened(deck_counts)) {}

u64 DouDizhuPlays::kinds() const {
    return full_deck;
}

void DouDizhuPlays::readings(const RankCounts& cards, std::vector<Reading>& out) const {
    each_reading(plan_, narrowed(cards), [&](Reading reading) {
        out.push_back(reading);
        return false;
    });
}

Reading DouDizhuPlays::classify(const RankCounts& cards) const {
    return pokerfast::classify(plan_, narrowed(cards));
}

bool DouDizhuPlays::beats(const Combo& play, const Combo& table) const {
    return play.reading.kind != Kind::pass && reading_beats(play.reading, table.reading);
}

Reading DouDizhuPlays::best_beating(const RankCounts& cards, const Combo& table) const {
    if (table.reading.kind == Kind::pass) return {};
    return pokerfast::best_beating(plan_, narrowed(cards), table.reading);
}

Reading DouDizhuPlays::reading_of_kind(const RankCounts& cards, Kind kind) const {
    return pokerfast::reading_of_kind(plan_, narrowed(cards), kind);
}

u64 DouDizhuPlays::count_leads(const RankCounts& hand) const {
    return pokerfast::count_leads(plan_, planes_of_hand(hand));
}

u64 DouDizhuPlays::count_follows(const RankCounts& hand, const Combo& table) const {
    return pokerfast::count_follows(plan_, planes_of_hand(hand), table.reading);
}

void DouDizhuPlays::leads(const RankCounts& hand, std::vector<Combo>& out) const {
    const Planes planes = planes_of_hand(hand);
    list(pokerfast::count_leads(plan_, planes), out,
         [&](auto& lister) { walk_leads(plan_, planes, lister); });
}

void DouDizhuPlays::follows(const RankCounts& hand, const Combo& table,
                            std::vector<Combo>& out) const {
    const Planes planes = planes_of_hand(hand);
    list(pokerfast::count_follows(plan_, planes, table.reading), out,
         [&](auto& lister) { walk_follows(plan_, planes, table.reading, lister); });
}

Combo DouDizhuPlays::lead_at(const RankCounts& hand, u64 i) const {
    Unranker unranker{static_cast<u32>(i)};
    walk_leads(plan_, planes_of_hand(hand), unranker);
    return widened(unranker.found);
}

Combo DouDizhuPlays::follow_at(const RankCounts& hand, const Combo& table, u64 i) const {
    Unranker unranker{static_cast<u32>(i)};
    walk_follows(plan_, planes_of_hand(hand), table.reading, unranker);
    return widened(unranker.found);
}

Code DouDizhuPlays::check(const RankCounts&, const Combo* table, Combo& play) const {
    const u64 cards = narrowed(play.cards);
    const Reading named = play.reading;
    const auto has = [&](auto&& wanted) {
        bool found = false;
        each_reading(plan_, cards, [&](Reading reading) { return found = wanted(reading); });
        return found;
    };
    if (!has([](Reading) { return true; })) return Code::no_play;
    if (named.kind != Kind::pass && !has([&](Reading reading) { return reading == named; }))
        return Code::wrong_reading;
    Reading stands = table ? pokerfast::best_beating(plan_, cards, table->reading)
                           : pokerfast::classify(plan_, cards);
    if (stands.kind == Kind::pass) {
        const bool same = has([&](Reading reading) {
            return reading.kind == table->reading.kind && reading.length == table->reading.length;
        });
        return same ? Code::too_low : Code::wrong_kind;
    }
    if (named.kind != Kind::pass && named != stands) {
        // A leader may name any reading; a follower's is fixed.
        if (table) return Code::wrong_reading;
        stands = named;
    }
    play.reading = stands;
    play.size = static_cast<u8>(total_of(cards));
    return Code::ok;
}

}  // namespace pokerfast
