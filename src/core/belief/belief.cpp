#include "belief/belief.hpp"

#include "belief/climb_belief.hpp"
#include "belief/trick_belief.hpp"
#include "game/snapshot.hpp"

#include <cstring>

namespace pokerfast::belief {

namespace {

std::size_t bytes_of(FieldType type) {
    switch (type) {
        case FieldType::number8: return 1;
        case FieldType::number16: return 2;
        case FieldType::pile: return sizeof(Pile);
        case FieldType::packs: return sizeof(CardIds);
        default: return 8;
    }
}

const Field* field_named(const Game& game, const char* name) {
    for (const Field& field : game.fields())
        if (std::strcmp(field.name, name) == 0) return &field;
    return nullptr;
}

}  // namespace

Belief::Belief(const Game& game, Log log, int viewer) : game_(game), viewer_(viewer) {
    // Hidden cards of deals that came to nothing are of no interest.
    const Field& deal = *field_named(game, "deal");
    std::size_t start = 0;
    for (std::size_t t = 1; t < log.states.size(); ++t)
        if (read_field(log.states[t], deal, 0) != read_field(log.states[t - 1], deal, 0)) start = t;
    const auto cut = static_cast<std::ptrdiff_t>(start);
    before_.states.assign(log.states.begin(), log.states.begin() + cut);
    before_.actions.assign(log.actions.begin(), log.actions.begin() + cut);
    log_.states.assign(log.states.begin() + cut, log.states.end());
    log_.actions.assign(log.actions.begin() + cut, log.actions.end());
    const std::size_t n = log_.states.size();
    views_ = log_.states;
    places_.resize(n);
    seen_.resize(n);
    for (std::size_t t = 0; t < n; ++t) {
        game.redact(views_[t], viewer);
        game.places(log_.states[t], places_[t]);
        CardPlaces view;
        game.places(views_[t], view);
        seen_[t] = view.shown;
        for (const CardIds& hand : view.now) seen_[t] = seen_[t] | hand;
    }
    for (std::size_t t = 0; t + 1 < n; ++t)
        hidden_.push_back(
            log_.actions[t].kind != ActionKind::administer &&
            game.hides(log_.states[t], game.seat(log_.states[t]), log_.now(), viewer));
    if (places_[0].dealing) read_arrival();
}

int Belief::actor(int t) const {
    return action(t).kind == ActionKind::administer ? action(t).number / 4 : game_.seat(state(t));
}

// Hands whose cards were seen as they came.
void Belief::read_arrival() {
    for (int j = 0; j < most_seats; ++j) {
        HandOrder& order = arrival_.hand[j];
        order.begin = places_[0].begin[j];
        order.size = places_[0].begin[j + 1] - order.begin;
        bool open = false;
        for (int t = 0; t <= size(); ++t) {
            const CardPlaces& at = places(t);
            const bool visible = seen(t).holds(at.now[j]) && !at.now[j].empty();
            const int n = at.dealing ? at.dealt[j] : order.size;
            if (visible && !open) order.loose = n;
            open = open || visible;
            if (visible) order.exact = n;
            if (!at.dealing) break;
        }
    }
    for (int t = 0; t < size() && places(t).dealing; ++t)
        if (!places(t + 1).dealing)
            arrival_.turned = seen(t + 1) & places(t).pile[CardPlaces::kitty];
    read_questions();
}

// Until somebody shows, a seat is asked from its first watched card on.
void Belief::read_questions() {
    arrival_.watched = game_.watched(state(0));
    const CardPlaces& start = places_[0];
    if (!start.asking || !arrival_.watched.kinds) return;
    // Where the log starts in the middle of the deal, nobody knows who was asked before.
    const int first = game_.seat(state(0));
    for (int j = 0; j < game_.players(state(0)); ++j) {
        const int n = start.dealt[j] - (j == first);
        for (int i = 0; i < n; ++i)
            if (arrival_.watched.kinds >> start.order[start.begin[j] + i] % kinds_n & 1) return;
    }
    quiet_ = true;
    bool asked[most_seats] = {};
    for (int t = 0; t <= size(); ++t) {
        const CardPlaces& at = places(t);
        const bool over =
            !at.dealing && t > 0 && places(t - 1).asking && action(t - 1).kind == ActionKind::no;
        if (!at.asking && !over) break;
        for (int j = 0; j < most_seats; ++j)
            if (!asked[j]) arrival_.hand[j].clear = over ? arrival_.hand[j].size : at.dealt[j];
        if (over) break;
        const int seat = game_.seat(state(t));
        if (asked[seat]) continue;
        asked[seat] = true;
        HandOrder& order = arrival_.hand[seat];
        order.clear = at.dealt[seat] - 1;
        if (arrival_.watched.all) order.first = order.clear;
    }
}

// Where more than single cards may be shown: that nobody could before the first question.
bool Belief::quiet_before(const CardPlaces& first) const {
    if (!quiet_ || arrival_.watched.all) return true;
    const int turn = game_.seat(state(0));
    CardPlaces part = first;
    AnyState trial = state(0);
    for (int j = 0; j < game_.players(state(0)); ++j)
        for (int i = 1; i <= first.dealt[j] - (j == turn); ++i) {
            for (int k = 0; k < most_seats; ++k) part.dealt[k] = k == j ? i : 0;
            part.take_dealt();
            game_.place(trial, part);
            if (game_.asks(trial, j)) return false;
        }
    return true;
}

bool Belief::order_first(Draws& draws, Proposal& out) const {
    if (!out.first.dealing) {
        for (int j = 0; j < most_seats; ++j) out.first.now[j] = out.first.pile[j];
        return true;
    }
    if (!arrival_.draw(draws, places_[0], game_.players(state(0)), out.first)) return false;
    out.first.take_dealt();
    return quiet_before(out.first);
}

bool Belief::same_view(int t, const AnyState& state) const {
    AnyState view = state;
    game_.redact(view, viewer_);
    const AnyState& wanted = views_[static_cast<std::size_t>(t)];
    for (const Field& field : game_.fields())
        if (std::memcmp(view.bytes + field.offset, wanted.bytes + field.offset,
                        field.count * bytes_of(field.type)) != 0)
            return false;
    return true;
}

// The action as it is done with the cards proposed. What is hidden is drawn anew.
Action Belief::redo(Draws& draws, const Proposal& proposal, int t, const AnyState& now) const {
    Action again = action(t);
    if (hidden(t)) {
        if (again.kind != ActionKind::bury)
            return game_.unrank(now, draws.below_wide(game_.count(now)));
        again.ids = proposal.buried[static_cast<std::size_t>(t)];
        return again;
    }
    if (again.kind == ActionKind::declare || again.kind == ActionKind::rob) {
        // Which of two equal cards is shown is not seen.
        const Copies copies = again.ids.pile().copies();
        again.ids = CardIds::of(Pile{{copies.one, copies.two, copies.three}});
        again.exact = false;
    } else if (again.kind == ActionKind::bury || again.kind == ActionKind::play) {
        again.exact = true;
    }
    return again;
}

bool Belief::replay(Draws& draws, const Proposal& proposal, Log& world) const {
    world.start(state(0));
    game_.place(world.states[0], proposal.first);
    if (!game_.validate(world.states[0]).empty() || !same_view(0, world.states[0])) return false;
    for (int t = 0; t < size(); ++t) {
        Action again = redo(draws, proposal, t, world.now());
        if (again.kind != ActionKind::administer && game_.check(world.now(), again) != Code::ok)
            return false;
        world.apply(game_, again);
        if (!same_view(t + 1, world.now())) return false;
    }
    return true;
}

// What chance has decided before everybody's eyes stays so.
void Belief::draw_seeds(u64 seed, Log& world) const {
    constexpr u64 tries = 1000;
    const Field& field = *field_named(game_, "seed");
    AnyState trial = world.now();
    i64 drawn = 0;
    for (u64 i = 0; i < tries; ++i) {
        Draws draws(seed, i, Stream::worlds, 1);
        drawn = static_cast<i64>(draws.below_wide(1ull << 63));
        write_field(trial, field, 0, drawn);
        if (game_.chance_fits(trial)) break;
    }
    for (AnyState& state : world.states) write_field(state, field, 0, drawn);
}

bool Belief::sample(u64 seed, int attempts, Log& world, bool (*go_on)()) const {
    constexpr int between_questions = 64;
    Proposal proposal;
    for (int i = 0; i < attempts; ++i) {
        if (go_on && i % between_questions == between_questions - 1 && !go_on()) return false;
        Draws draws(seed, static_cast<u64>(i), Stream::worlds);
        if (!propose(draws, proposal) || !replay(draws, proposal, world)) continue;
        world.states.insert(world.states.begin(), before_.states.begin(), before_.states.end());
        world.actions.insert(world.actions.begin(), before_.actions.begin(), before_.actions.end());
        draw_seeds(seed, world);
        return true;
    }
    return false;
}

bool Belief::sample_loosely(u64 seed, int attempts, AnyState& state) const {
    Proposal proposal;
    if (places(size()).dealing) return false;
    // Answers that are hidden now are the last that were given; no card moves meanwhile.
    int from = 0;
    while (from < size() && (!hidden(from) || action(from).kind == ActionKind::bury)) ++from;
    for (int i = 0; i < attempts; ++i) {
        Draws draws(seed, static_cast<u64>(i), Stream::worlds, 2);
        if (!propose(draws, proposal)) continue;
        Log world;
        world.start(log_.states[static_cast<std::size_t>(from)]);
        for (int j = 0; j < most_seats; ++j) proposal.last.now[j] = proposal.last.pile[j];
        game_.place(world.states[0], proposal.last);
        if (!game_.validate(world.states[0]).empty()) continue;
        bool legal = true;
        for (int t = from; legal && t < size(); ++t) {
            Action again = redo(draws, proposal, t, world.now());
            legal =
                again.kind == ActionKind::administer || game_.check(world.now(), again) == Code::ok;
            if (legal) world.apply(game_, again);
        }
        if (!legal) continue;
        draw_seeds(seed, world);
        state = world.now();
        return true;
    }
    return false;
}

std::unique_ptr<Belief> make_belief(const Game& game, Log log, int viewer) {
    if (const auto* tricks = dynamic_cast<const TrickGame*>(&game))
        return std::make_unique<TrickBelief>(*tricks, std::move(log), viewer);
    return std::make_unique<ClimbBelief>(static_cast<const ClimbGame&>(game), std::move(log),
                                         viewer);
}

}  // namespace pokerfast::belief
