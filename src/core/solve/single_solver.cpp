#include "solve/single_solver.hpp"

#include <algorithm>

namespace pokerfast::solve {

SingleSolver::SingleSolver(const SinglePosition& root, std::size_t most_bytes, const Limits& limits,
                           u32 reductions)
    : search_(root, most_bytes, limits, reductions),
      root_(root),
      moves_(single_moves(root)),
      value_{0, root.tricks()} {
    for (const SingleMove& move : moves_) {
        SinglePosition next = root_;
        next.play(move.kind);
        const int taken = next.won[0] - root_.won[0];
        after_.push_back({taken, taken + next.tricks()});
    }
}

namespace {

// A first guess only: what highest, second, third cards of a suit and trumps were worth on random
// deals, in hundredths of a trick.
int guess_of(const SinglePosition& position) {
    constexpr int worth[4] = {79, 46, 19, 6}, trump_worth = 53;
    int sum = 50 * position.tricks() + 50;
    for (int suit = 0; suit < 4; ++suit) {
        u64 rest = 0;
        for (const u64 hand : position.hand) rest |= hand & kinds_of_suit(suit);
        for (int i = 0; rest; ++i) {
            const u64 card = 1ull << highest64(rest);
            rest ^= card;
            const int points = (i < 4 ? worth[i] : 0) + (suit == position.trump ? trump_worth : 0);
            sum += (position.hand[0] | position.hand[2]) & card ? points : -points;
        }
    }
    return std::clamp(sum, 0, 100 * position.tricks()) / 100;
}

}  // namespace

// Asks from the guess on, one trick further each time.
TrickBounds SingleSolver::narrow(const SinglePosition& position, TrickBounds known, int guess) {
    int target = std::clamp(guess, known.low + 1, std::max(known.high, known.low + 1));
    while (!known.exact()) {
        const bool reached = search_.reaches(position, target);
        if (search_.stopped()) break;
        if (reached) {
            known.low = target;
            ++target;
        } else {
            known.high = target - 1;
            --target;
        }
    }
    return known;
}

TrickBounds SingleSolver::value() {
    if (!value_.exact()) value_ = narrow(root_, value_, guess_of(root_));
    return value_;
}

TrickBounds SingleSolver::after_move(std::size_t i) {
    TrickBounds& known = after_[i];
    if (known.exact()) return known;
    SinglePosition next = root_;
    next.play(moves_[i].kind);
    const int taken = next.won[0] - root_.won[0];
    // No move is better than the value.
    if (value_.exact()) {
        if (root_.turn() & 1)
            known.low = std::max(known.low, value_.low);
        else
            known.high = std::min(known.high, value_.high);
    }
    const TrickBounds found =
        narrow(next, {known.low - taken, known.high - taken},
               value_.exact() ? value_.low - taken + (root_.turn() & 1) : guess_of(next));
    return known = {found.low + taken, found.high + taken};
}

std::optional<std::size_t> SingleSolver::keeps(const SinglePosition& position,
                                               const std::vector<SingleMove>& moves, int left) {
    if (moves.size() == 1) return 0;
    const bool first_side = (position.turn() & 1) == 0;
    for (u64 budget = 16;; budget *= 4)
        for (std::size_t i = 0; i < moves.size(); ++i) {
            SinglePosition next = position;
            next.play(moves[i].kind);
            const int needed = left - (next.won[0] - position.won[0]);
            const auto reached = search_.tries(next, first_side ? needed : needed + 1, budget);
            if (search_.stopped()) return {};
            if (reached && *reached == first_side) return i;
        }
}

std::optional<std::size_t> SingleSolver::best() {
    return keeps(root_, moves_, value_.low);
}

std::vector<int> SingleSolver::line(std::size_t i) {
    std::vector<int> line;
    TrickBounds after = after_move(i);
    if (!after.exact()) return line;
    SinglePosition position = root_;
    int kind = moves_[i].kind;
    int left = after.low;
    for (;;) {
        line.push_back(kind);
        const int won = position.won[0];
        position.play(kind);
        left -= position.won[0] - won;
        if (position.over()) return line;
        const std::vector<SingleMove> moves = single_moves(position);
        const auto kept = keeps(position, moves, left);
        if (!kept) return line;
        kind = moves[*kept].kind;
    }
}

}  // namespace pokerfast::solve
