#include "tables/deck_tables.hpp"

#include <algorithm>

namespace pokerfast {

using doudizhu::State;

namespace {

// Follows of a play without several wings, a pass included: far fewer than that.
constexpr std::size_t most_plain_follows = 256;

bool has_many_wings(Kind kind) {
    return kind == Kind::trio_solo_chain || kind == Kind::trio_pair_chain ||
           kind == Kind::four_two_solo || kind == Kind::four_two_pair;
}

}  // namespace

DeckTables::DeckTables(const TablesSpec& spec, const DouDizhu& game)
    : Tables(spec), game_(game), tables_(at(spec.tables)), lists_(at(spec.workers)) {
    if (spec.watching == Watching::douzero) observation_size_ = douzero::x_size + douzero::z_size;
    feature_size_ = douzero::cards_size;
}

DeckCombo* DeckTables::Lists::room(std::size_t count) {
    if (next.size() < size + count) next.resize(std::max(2 * next.size(), size + count));
    return next.data() + size;
}

void DeckTables::state(int table, AnyState& out) const {
    const Table& t = tables_[at(table)];
    std::memset(out.bytes, 0, sizeof out.bytes);
    State& s = DouDizhu::of(out);
    s = t.s;
    for (int i = 0; i < 3; ++i)
        s.held[i] = t.dealt[i] & ~lowest_ids(t.dealt[i], counts_of(t.dealt[i]) - s.counts[i]);
    if (s.leading()) return;
    const u64 dealt = t.dealt[s.table_by];
    const u64 before = counts_of(dealt) - s.counts[s.table_by] - s.table_cards;
    s.table_ids = lowest_ids(dealt & ~lowest_ids(dealt, before), s.table_cards);
}

void DeckTables::start(int table) {
    Table& t = tables_[at(table)];
    game_.start_play(t.s, spec_.seed, static_cast<u64>(games_[at(table)]));
    for (int i = 0; i < 3; ++i) t.dealt[i] = t.s.held[i];
    t.moves = douzero::Moves{};
}

void DeckTables::look(int table, Lists& lists, const TablesOut& out) {
    Table& t = tables_[at(table)];
    const State& s = t.s;
    const Planes planes = planes_of(s.counts[s.turn]);
    const Plan& plan = game_.plan();
    out.seat[table] = s.turn;
    t.listed = static_cast<u32>(lists.size);
    u64 count = 0;
    // Where a list may be long it is counted first.
    const bool counted =
        spec_.listing == Listing::count || s.leading() || has_many_wings(s.table_kind);
    if (counted)
        count =
            s.leading() ? count_leads(plan, planes) : count_follows(plan, planes, s.table()) + 1;
    if (spec_.listing != Listing::count && (!counted || may_list(count))) {
        DeckCombo* const from = lists.room(counted ? count : most_plain_follows);
        Lister lister{from};
        if (s.leading()) {
            walk_leads(plan, planes, lister);
        } else {
            walk_follows(plan, planes, s.table(), lister);
            *lister.out++ = DeckCombo{};  // pass
        }
        count = static_cast<u64>(lister.out - from);
        if (may_list(count)) lists.size += count;
    }
    counts_[at(table)] = count;
    if (!observation_size_) return;
    i8* const row = out.observations + at(observation_size_) * at(table);
    // In this order: x reaches a little into z.
    douzero::write_x(s, t.moves, s.turn, row);
    douzero::write_z(t.moves, row + douzero::x_size);
}

void DeckTables::start_some(int first, int last, int worker, const TablesOut& out) {
    Lists& lists = lists_[at(worker)];
    lists.size = 0;
    for (int i = first; i < last; ++i) {
        start(i);
        look(i, lists, out);
    }
}

DeckCombo DeckTables::chosen(const Table& t, u64 choice) const {
    const Planes planes = planes_of(t.s.counts[t.s.turn]);
    Unranker unranker{static_cast<u32>(choice)};
    if (t.s.leading())
        walk_leads(game_.plan(), planes, unranker);
    else
        walk_follows(game_.plan(), planes, t.s.table(), unranker);
    return unranker.found;
}

// What DouDizhu::apply does in play, but for the physical cards.
PF_INLINE void DeckTables::advance(Table& t, const DeckCombo& combo) const {
    State& s = t.s;
    const int seat = s.turn;
    s.turn = static_cast<u8>(seat == 2 ? 0 : seat + 1);
    if (observation_size_) t.moves.add(seat, combo.cards);
    if (combo.size == 0) {
        if (++s.passes == 2) doudizhu::clear_table(s);
        return;
    }
    s.counts[seat] -= combo.cards;
    ++s.plays[seat];
    s.bombs = static_cast<u16>(s.bombs + (combo.reading.kind >= Kind::bomb));
    s.table_kind = combo.reading.kind;
    s.table_rank = combo.reading.rank;
    s.table_length = combo.reading.length;
    s.table_by = static_cast<u8>(seat);
    s.table_cards = combo.cards;
    s.passes = 0;
    if (s.counts[seat] == 0) {
        s.held[seat] = 0;  // so the score sees who won
        s.phase = doudizhu::Phase::over;
    }
}

void DeckTables::step_some(int first, int last, int worker, const i64* choice,
                           const TablesOut& out) {
    Lists& lists = lists_[at(worker)];
    std::swap(lists.now, lists.next);
    lists.size = 0;
    for (int i = first; i < last; ++i) {
        Table& t = tables_[at(i)];
        const u64 number = static_cast<u64>(choice[i]);
        advance(t, is_listed(i) ? lists.now[t.listed + number] : chosen(t, number));
        double* const rewards = out.rewards + 3 * at(i);
        std::fill(rewards, rewards + 3, 0.0);
        out.done[i] = t.s.phase == doudizhu::Phase::over;
        if (out.done[i]) {
            i128 points[3];
            game_.score(t.s, points);
            for (int seat = 0; seat < 3; ++seat) rewards[seat] = static_cast<double>(points[seat]);
            games_[at(i)] += spec_.tables;
            start(i);
        }
        look(i, lists, out);
    }
}

void DeckTables::list_some(int first, int last, int worker, const TablesOut& out) {
    // The list holds what the tables list and nothing else, in their order.
    const Lists& lists = lists_[at(worker)];
    const i64 from = offsets_[at(first)], to = offsets_[at(last)];
    const DeckCombo* combo = lists.next.data();
    if (spec_.listing == Listing::features) {
        i8* row = out.features + douzero::cards_size * from;
        for (i64 i = from; i < to; ++i, ++combo, row += douzero::cards_size)
            douzero::write_cards(combo->cards, row);
        return;
    }
    u64* row = out.moves + move_words * from;
    for (i64 i = from; i < to; ++i, ++combo, row += move_words) {
        const RankCounts cards = widened(combo->cards);
        const Reading reading = combo->reading;
        const ActionKind kind = combo->size ? ActionKind::play : ActionKind::pass;
        row[0] = cards.word[0];
        row[1] = cards.word[1];
        row[2] = 0;
        row[3] = static_cast<u64>(kind) | static_cast<u64>(reading.kind) << 32 |
                 static_cast<u64>(reading.rank) << 40 | static_cast<u64>(reading.length) << 48 |
                 static_cast<u64>(combo->size) << 56;
    }
}

}  // namespace pokerfast
