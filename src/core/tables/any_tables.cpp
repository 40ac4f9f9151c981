#include "tables/any_tables.hpp"

namespace pokerfast {

AnyTables::AnyTables(const TablesSpec& spec)
    : Tables(spec),
      game_(*spec.game),
      climb_(dynamic_cast<const ClimbGame*>(spec.game)),
      tricks_(dynamic_cast<const TrickGame*>(spec.game)),
      states_(at(spec.tables)) {
    if (spec.watching == Watching::general || spec.listing == Listing::features) {
        encoding_ = general_encoding(game_);
        feature_size_ = encoding_->action_size();
    }
    if (spec.watching == Watching::general) {
        observation_size_ = encoding_->size();
        traces_.resize(at(spec.tables));
    }
}

void AnyTables::state(int table, AnyState& out) const {
    out = states_[at(table)];
}

void AnyTables::start(int table) {
    StartArgs args;
    args.seed = spec_.seed;
    args.game = static_cast<u64>(games_[at(table)]);
    args.from_play = spec_.from_play;
    game_.start(states_[at(table)], args);
    if (!traces_.empty()) traces_[at(table)] = Trace{};
}

// What is told of a table where somebody is asked.
void AnyTables::look(int table, const TablesOut& out) {
    const AnyState& state = states_[at(table)];
    const int seat = game_.seat(state);
    counts_[at(table)] = game_.count(state);
    out.seat[table] = seat;
    if (observation_size_)
        encoding_->observe(state, traces_[at(table)], seat,
                           out.observations + at(observation_size_) * at(table));
}

void AnyTables::start_some(int first, int last, int, const TablesOut& out) {
    for (int i = first; i < last; ++i) {
        start(i);
        look(i, out);
    }
}

void AnyTables::step_some(int first, int last, int, const i64* choice, const TablesOut& out) {
    const std::size_t seats = at(game_.seats());
    for (int i = first; i < last; ++i) {
        AnyState& state = states_[at(i)];
        const Action action = game_.unrank(state, static_cast<u64>(choice[i]));
        if (traces_.empty()) {
            game_.apply(state, action);
        } else {
            const AnyState before = state;
            game_.apply(state, action);
            encoding_->note(traces_[at(i)], before, action, state);
        }
        double* const rewards = out.rewards + seats * at(i);
        std::fill(rewards, rewards + seats, 0.0);
        out.done[i] = game_.over(state);
        if (out.done[i]) {
            game_.returns(state, rewards);
            games_[at(i)] += spec_.tables;
            start(i);
        }
        look(i, out);
    }
}

template <class Visit>
void AnyTables::each_action(const AnyState& state, u64 count, std::vector<Combo>& combos,
                            Visit&& visit) const {
    u64 i = 0;
    Action action;
    if (game_.in_play(state)) action.kind = ActionKind::play;
    if (climb_ && game_.in_play(state)) {
        // Plays come first in the list of actions.
        combos.clear();
        const Combo table = climb_->table(state);
        const RankCounts hand =
            ranks_of(climb_->held(state, game_.seat(state)), climb_->big_kinds(state));
        if (table.reading.kind == Kind::pass)
            climb_->plays().leads(hand, combos);
        else
            climb_->plays().follows(hand, table, combos);
        for (const Combo& combo : combos) {
            action.play = combo;
            visit(i++, action);
        }
    } else if (tricks_ && game_.in_play(state)) {
        const trick::State& s = TrickGame::of(state);
        const Pile& held = s.hand[s.turn];
        const auto visit_all = [&](const auto& plays) {
            for (; i < plays.count(); ++i) {
                action.ids = CardIds::of(lowest_of(held, plays.at(i)));
                visit(i, action);
            }
        };
        if (s.played)
            visit_all(Follows(tricks_->plan(s), s.lead, held.copies()));
        else
            visit_all(Leads(tricks_->plan(s), held.copies(), tricks_->against_throws(s)));
    }
    for (; i < count; ++i) visit(i, game_.unrank(state, i));
}

void AnyTables::pack(const Action& action, u64* out) const {
    if (climb_) {
        out[0] = action.play.cards.word[0];
        out[1] = action.play.cards.word[1];
        out[2] = action.play.size ? 0 : action.ids.kinds();
    } else {
        const Copies cards = action.ids.pile().copies();
        out[0] = cards.one;
        out[1] = cards.two;
        out[2] = cards.three;
    }
    const Reading reading = action.play.reading;
    out[3] = static_cast<u64>(action.kind) | static_cast<u64>(action.number & 0xffff) << 16 |
             static_cast<u64>(reading.kind) << 32 | static_cast<u64>(reading.rank) << 40 |
             static_cast<u64>(reading.length) << 48 |
             static_cast<u64>(action.play.size ? action.play.size : action.ids.size()) << 56;
}

void AnyTables::list_some(int first, int last, int, const TablesOut& out) {
    std::vector<Combo> combos;
    for (int i = first; i < last; ++i) {
        if (!is_listed(i)) continue;
        const std::size_t from = static_cast<std::size_t>(offsets_[at(i)]);
        each_action(states_[at(i)], counts_[at(i)], combos, [&](u64 number, const Action& action) {
            if (spec_.listing == Listing::moves)
                pack(action, out.moves + move_words * (from + number));
            else
                encoding_->encode(action, out.features + at(feature_size_) * (from + number));
        });
    }
}

}  // namespace pokerfast
