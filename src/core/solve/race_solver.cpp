#include "solve/race_solver.hpp"

#include <algorithm>

namespace pokerfast::solve {

RaceSolver::RaceSolver(const RaceGame& game, const AnyState& state, std::size_t most_bytes,
                       const Limits& limits)
    : world_(game, state, most_bytes / 2),
      search_(world_, most_bytes / 2, limits, 2),
      root_(world_.root()) {
    world_.list(root_, moves_);
}

// Of a position as it stands, with players who cannot answer still to be passed over.
Outcome RaceSolver::reaches(const RacePosition& p, int value) {
    world_.ask(value);
    const Outcome judged = world_.judged(p);
    if (judged != Outcome::open) return judged;
    RacePosition settled = p;
    world_.settle(settled);
    return search_.prove(settled);
}

Outcome RaceSolver::remembered(const RacePosition& p, int value, u32& work) {
    work = 0;
    world_.ask(value);
    const Outcome judged = world_.judged(p);
    if (judged != Outcome::open) return judged;
    RacePosition settled = p;
    world_.settle(settled);
    return search_.remembered(settled, work);
}

Range RaceSolver::range_of(const RacePosition& p, Range range) {
    const FinishOrders::Node& node = world_.orders().at(p.order);
    range.lower = std::max(range.lower, int{node.lower});
    range.upper = std::min(range.upper, int{node.upper});
    while (!range.exact()) {
        const int middle = (range.lower + range.upper + 1) / 2;
        const Outcome outcome = reaches(p, middle);
        if (outcome == Outcome::open) break;
        if (outcome == Outcome::attacker)
            range.lower = middle;
        else
            range.upper = middle - 1;
    }
    return range;
}

Range RaceSolver::root() {
    return range_of(root_, {0, static_cast<int>(values().size()) - 1});
}

Range RaceSolver::after_move(std::size_t i) {
    RacePosition next = root_;
    world_.step(next, moves_[i]);
    return range_of(next, {0, static_cast<int>(values().size()) - 1});
}

std::optional<std::size_t> RaceSolver::best(int value) {
    RaceMove move;
    if (!choose(root_, value, move)) return {};
    return static_cast<std::size_t>(std::find(moves_.begin(), moves_.end(), move) - moves_.begin());
}

std::vector<std::size_t> RaceSolver::likes() {
    std::vector<RaceKey> keys;
    std::vector<std::size_t> likes;
    // Equal whatever is asked.
    const int asked = static_cast<int>(values().size());
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        RacePosition next = root_;
        const bool open = world_.step(next, moves_[i]);
        if (open) world_.settle(next);
        world_.ask(asked);
        keys.push_back(open ? world_.key(next) : RaceKey{});
        const auto first = open ? std::find(keys.begin(), keys.end(), keys[i]) - keys.begin()
                                : static_cast<std::ptrdiff_t>(i);
        likes.push_back(static_cast<std::size_t>(first));
    }
    return likes;
}

std::vector<std::size_t> RaceSolver::order() {
    world_.ask(static_cast<int>(values().size()) / 2);
    return by_hope(world_, root_, moves_);
}

// What the seat to move does in a game of that value: false if a limit was reached.
bool RaceSolver::choose(const RacePosition& p, int value, RaceMove& move) {
    const bool attacks = world_.attacks(p);
    const Outcome own = attacks ? Outcome::attacker : Outcome::defender;
    // What must stay true for the mover, and what he can hope for at most is no more than that.
    const int kept = attacks ? value : value + 1;
    const FinishOrders::Node& node = world_.orders().at(p.order);
    const bool nothing_to_lose = attacks ? node.lower >= kept : node.upper < kept;
    const int asked = nothing_to_lose ? (attacks ? value + 1 : value) : kept;
    std::vector<RaceMove> moves;
    world_.list(p, moves);
    bool found = false;
    u32 best = 0;
    for (const RaceMove& candidate : moves) {
        RacePosition next = p;
        world_.step(next, candidate);
        u32 work = 0;
        const Outcome outcome = remembered(next, asked, work);
        if (nothing_to_lose) {
            // He loses by any move: what took longest to show.
            if (found && work <= best) continue;
        } else if (outcome != own || (found && work >= best)) {
            continue;
        }
        best = work;
        move = candidate;
        found = true;
    }
    if (found) return true;
    // Forgotten: it is found again.
    for (const RaceMove& candidate : moves) {
        RacePosition next = p;
        world_.step(next, candidate);
        const Outcome outcome = reaches(next, asked);
        if (search_.stopped()) return false;
        move = candidate;
        if (outcome == own) return true;
    }
    return false;
}

std::vector<RaceMove> RaceSolver::line(std::size_t i, int value) {
    std::vector<RaceMove> line;
    RacePosition p = root_;
    RaceMove move = moves_[i];
    do {
        line.push_back(move);
        if (!world_.step(p, move)) break;
    } while (choose(p, value, move));
    return line;
}

}  // namespace pokerfast::solve
