#include "solve/trick_solver.hpp"

#include <algorithm>

namespace pokerfast::solve {

namespace {

i64 ceil_div(i64 a, i64 b) {
    return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

}  // namespace

TrickSolver::TrickSolver(const TrickTable& table, const TrickPosition& position,
                         std::size_t most_bytes, const Limits& limits, u32 reductions)
    : search_(table, reductions, most_bytes, limits),
      unit_(table.tricks ? 1 : 5),
      root_(start(position)) {
    find_moves();
}

TrickSolver::Place TrickSolver::start(const TrickPosition& position) const {
    const Slots& slots = search_.slots();
    Place place;
    for (int seat = 0; seat < trick::seats_n; ++seat)
        place.hand[seat] = slots.slots(position.hand[seat]);
    place.points = position.points;
    place.trick = {};
    place.trick.leader = static_cast<u8>(position.leader);
    for (int i = 0; i < position.played; ++i) {
        const Copies cards = slots.slots(position.table[i]);
        if (i == 0)
            place.trick = search_.moves().open(position.leader, cards);
        else
            search_.moves().play(place.trick, cards);
    }
    place.trick.last = position.played && !place.hand[position.leader].one;
    return place;
}

bool TrickSolver::over(const Place& place) const {
    for (const Copies& hand : place.hand)
        if (hand.one) return false;
    return true;
}

// A trick that becomes complete stays on the table until the next is led.
void TrickSolver::apply(Place& place, const Copies& cards) const {
    const int seats = search_.table().seats;
    if (place.trick.played == seats) {
        const TrickTable& table = search_.table();
        if (attacks(place.trick.winner))
            place.points += table.tricks ? 1 : unit_ * place.trick.points;
        const u8 winner = place.trick.winner;
        place.trick = {};
        place.trick.leader = winner;
    }
    const int seat = to_move(place);
    if (place.trick.played == 0) {
        place.trick = search_.moves().open(seat, cards);
        place.trick.last = place.hand[seat] == cards;
    } else {
        search_.moves().play(place.trick, cards);
    }
    place.hand[seat] = place.hand[seat] - cards;
}

void TrickSolver::gather(const Place& place, TrickPlays& plays, bool classes) const {
    const TrickMoves& moves = search_.moves();
    classes =
        classes && search_.table().plan.rules.throws != throws::certain && !moves.fours(place.hand);
    const bool complete = place.trick.played == search_.table().seats;
    if (place.trick.played == 0 || complete)
        moves.leads(place.hand, complete ? place.trick.winner : place.trick.leader, classes, plays);
    else
        moves.follows(place.hand, place.trick, to_move(place), classes, plays);
}

void TrickSolver::find_moves() {
    const Slots& slots = search_.slots();
    TrickPlays all, one;
    gather(root_, all, false);
    gather(root_, one, true);
    // Classes of slots as chains from the highest down.
    int next[kinds_n];
    bool starts[kinds_n];
    for (int slot = 0; slot < kinds_n; ++slot) {
        next[slot] = -1;
        starts[slot] = true;
    }
    for (const Twins& twins : one.twins) {
        next[twins.high] = twins.low;
        starts[twins.low] = false;
    }
    const auto standard = [&](const Copies& cards) {
        Copies out;
        for (int slot = 0; slot < slots.size; ++slot) {
            if (!starts[slot]) continue;
            int counts[4] = {};
            for (int at = slot; at >= 0; at = next[at]) ++counts[cards.of(at)];
            int at = slot;
            for (int count = 3; count > 0; --count)
                for (int n = counts[count]; n > 0; --n, at = next[at])
                    for (int copy = 0; copy < count; ++copy) out.add(at);
        }
        return out;
    };
    std::vector<Copies> kinds;
    for (const TrickPlay& play : one.plays) {
        Place after = root_;
        apply(after, play.cards);
        const i64 most = after.points + unit_ * search_.most(after.hand, after.trick, 0);
        Bounds bounds{after.points, most};
        if (search_.table().end == LastTrick::tripled)
            bounds.upper = 3 * (most + search_.table().kitty);
        moves_.push_back({slots.kinds(play.cards), {}, bounds});
        after_.push_back(after);
        kinds.push_back(play.cards);
    }
    for (const TrickPlay& play : all.plays) {
        const Copies cards = standard(play.cards);
        if (cards == play.cards) continue;
        const auto found = std::find(kinds.begin(), kinds.end(), cards);
        if (found != kinds.end())
            moves_[static_cast<std::size_t>(found - kinds.begin())].equal.push_back(
                slots.kinds(play.cards));
    }
}

bool TrickSolver::ask(const Place& place, i64 v, Bounds& bounds) {
    const TrickTable& table = search_.table();
    i32 bonus = 0;
    const i64 need = ceil_div(v - place.points, unit_);
    if (table.end == LastTrick::tripled) {
        // Three times all of it are v or more.
        const i64 least = ceil_div(ceil_div(v, 3) - table.kitty - place.points, unit_);
        bonus = static_cast<i32>(need - least);
    }
    const Verdict verdict = search_.test(place.hand, place.trick, static_cast<i32>(need), bonus);
    if (search_.stopped()) return false;
    i64 value = place.points + unit_ * verdict.value;
    if (table.end == LastTrick::tripled) value = verdict.reached ? v : v - 1;
    if (verdict.reached)
        bounds.lower = std::max(bounds.lower, value);
    else
        bounds.upper = std::min(bounds.upper, value);
    return true;
}

i64 TrickSolver::between(const Bounds& bounds) const {
    const i64 step = search_.table().end == LastTrick::tripled ? 1 : unit_;
    return bounds.lower + step * std::max<i64>(1, (bounds.upper - bounds.lower) / (2 * step));
}

TrickSolver::Bounds TrickSolver::value_of(std::size_t i) {
    Bounds& bounds = moves_[i].bounds;
    while (!bounds.known())
        if (!ask(after_[i], between(bounds), bounds)) break;
    return bounds;
}

TrickSolver::Bounds TrickSolver::bounds() const {
    Bounds all = moves_[0].bounds;
    const bool own = attacks(to_move(root_));
    for (const Move& move : moves_) {
        all.lower =
            own ? std::max(all.lower, move.bounds.lower) : std::min(all.lower, move.bounds.lower);
        all.upper =
            own ? std::max(all.upper, move.bounds.upper) : std::min(all.upper, move.bounds.upper);
    }
    return all;
}

// Whether the position is worth v, by plays that may decide it, the most promising first.
bool TrickSolver::ask_root(i64 v) {
    const bool own = attacks(to_move(root_));
    std::vector<std::size_t> order(moves_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const Bounds &x = moves_[a].bounds, &y = moves_[b].bounds;
        return own ? x.lower > y.lower : x.upper < y.upper;
    });
    for (const std::size_t i : order) {
        Bounds& bounds = moves_[i].bounds;
        if (bounds.lower < v && bounds.upper >= v && !ask(after_[i], v, bounds)) return false;
        if ((bounds.lower >= v) == own) return true;
    }
    return true;
}

TrickSolver::Bounds TrickSolver::value() {
    Bounds all = bounds();
    while (!all.known()) {
        if (!ask_root(between(all))) break;
        all = bounds();
    }
    return bounds();
}

std::size_t TrickSolver::best() {
    const Bounds all = bounds();
    const bool own = attacks(to_move(root_));
    std::size_t i = 0;
    while (own ? moves_[i].bounds.lower < all.lower : moves_[i].bounds.upper > all.upper) ++i;
    moves_[i].bounds = all;  // none is better
    return i;
}

std::vector<Copies> TrickSolver::line(std::size_t i) {
    const Slots& slots = search_.slots();
    const Bounds worth = value_of(i);
    std::vector<Copies> line{moves_[i].cards};
    if (!worth.known()) return line;
    const i64 value = worth.lower;
    Place place = after_[i];
    TrickPlays plays;
    while (!over(place)) {
        plays.plays.clear();
        plays.twins.clear();
        gather(place, plays, true);
        const bool complete = place.trick.played == search_.table().seats;
        const bool own = attacks(complete ? place.trick.winner : to_move(place));
        // With ever larger budgets, so that what is cheap to show is found first.
        std::size_t kept = 0;
        bool found = plays.plays.size() == 1;
        for (u64 budget = 64; !found; budget *= 4)
            for (std::size_t k = 0; k < plays.plays.size() && !found; ++k) {
                Place next = place;
                apply(next, plays.plays[k].cards);
                Bounds bounds{-no_bound, no_bound};
                search_.allow(budget);
                const bool known = ask(next, own ? value : value + 1, bounds);
                search_.allow(~0ull);
                if (search_.stopped()) return line;
                if (!known || (own ? bounds.lower < value : bounds.upper > value)) continue;
                kept = k;
                found = true;
            }
        apply(place, plays.plays[kept].cards);
        line.push_back(slots.kinds(plays.plays[kept].cards));
    }
    return line;
}

}  // namespace pokerfast::solve
