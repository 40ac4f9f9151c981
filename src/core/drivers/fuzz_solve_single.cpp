// The solver of open-hand whist against plain minimax on small deals: the value and what follows
// every first move, without each reduction, with little memory, under limits, and lines that hold.
#include "drivers/fuzz.hpp"
#include "solve/single_solver.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>

using namespace pokerfast;
using namespace pokerfast::fuzz;
using solve::SingleMove;
using solve::SinglePosition;
using solve::SingleSolver;
using solve::TrickBounds;

namespace {

class Minimax {
  public:
    // Tricks of side 0 still to come.
    int value(const SinglePosition& p) {
        if (p.over()) return 0;
        const std::string name = name_of(p);
        const auto found = known_.find(name);
        if (found != known_.end()) return found->second;
        const bool first = (p.turn() & 1) == 0;
        int best = first ? -1 : 99;
        for (u64 rest = p.legal(); rest; rest &= rest - 1) {
            const int value = after(p, lowest(rest));
            best = first ? std::max(best, value) : std::min(best, value);
        }
        return known_[name] = best;
    }

    int after(const SinglePosition& p, int kind) {
        SinglePosition next = p;
        next.play(kind);
        return next.won[0] - p.won[0] + value(next);
    }

  private:
    static std::string name_of(const SinglePosition& p) {
        std::string name(reinterpret_cast<const char*>(p.hand), sizeof p.hand);
        for (const int part : {p.leader, p.played, p.trick[0], p.trick[1], p.trick[2]})
            name.push_back(static_cast<char>(part));
        return name;
    }

    std::unordered_map<std::string, int> known_;
};

// Out of all cards, or out of few suits or ranks, so that suits are long or high cards close.
SinglePosition random_position(Draws& draws) {
    SinglePosition p;
    p.trump = static_cast<int>(draws.below(5)) - 1;
    p.leader = static_cast<int>(draws.below(4));
    const u32 size = 2 + draws.below(4);
    const u32 suits = 2 + draws.below(3), low = draws.below(7);
    int pack[kind_small_joker];
    u32 n = 0;
    for (int kind = 0; kind < kind_small_joker; ++kind)
        if (static_cast<u32>(kind) / 13 < suits &&
            (suits < 4 || static_cast<u32>(kind) % 13 >= low))
            pack[n++] = kind;
    for (u32 i = 0; i < 4 * size; ++i) {
        const u32 at = draws.below(n);
        p.hand[i & 3] |= 1ull << pack[at];
        pack[at] = pack[--n];
    }
    for (u32 steps = draws.below(8); steps > 0 && p.tricks() > 1; --steps) {
        const u64 legal = p.legal();
        p.play(select_bit64(legal, draws.below(static_cast<u32>(count_bits64(legal)))));
    }
    return p;
}

void check_moves(SingleSolver& fast, Minimax& slow, const SinglePosition& p, u64 round) {
    u64 seen = 0;
    for (std::size_t i = 0; i < fast.moves().size(); ++i) {
        const SingleMove& move = fast.moves()[i];
        if (move.kind != highest64(move.kinds) || (seen & move.kinds)) fail("odd classes", round);
        seen |= move.kinds;
        const TrickBounds found = fast.after_move(i);
        if (!found.exact()) fail("no value", round);
        for (u64 rest = move.kinds; rest; rest &= rest - 1)
            if (slow.after(p, lowest(rest)) != found.low) fail("another value of a move", round);
    }
    if (seen != p.legal()) fail("other moves", round);
}

void check_line(const SinglePosition& root, const std::vector<int>& line, int value, u64 round) {
    SinglePosition p = root;
    for (const int kind : line) {
        if (p.over() || !(p.legal() >> kind & 1)) fail("a line has an illegal move", round);
        p.play(kind);
    }
    if (!p.over()) fail("a line does not end", round);
    if (p.won[0] - root.won[0] != value) fail("a line ends wrongly", round);
}

bool contains(TrickBounds bounds, int value) {
    return bounds.low <= value && value <= bounds.high;
}

void check_limits(const SinglePosition& p, Minimax& slow, Draws& draws, u64 round) {
    solve::Limits limits;
    limits.nodes = draws.below(40);
    SingleSolver cut(p, 1 << 20, limits);
    if (!contains(cut.value(), slow.value(p))) fail("false bounds", round);
    for (std::size_t i = 0; i < cut.moves().size(); ++i)
        if (!contains(cut.after_move(i), slow.after(p, cut.moves()[i].kind)))
            fail("false bounds of a move", round);
}

void check_faults(const SinglePosition& p, u64 round) {
    if (p.fault()) fail("a fault of a good position", round);
    SinglePosition bad = p;
    bad.hand[p.turn()] |= bad.hand[(p.turn() + 1) & 3];
    if (!bad.fault()) fail("no fault of a card twice", round);
    bad = p;
    bad.hand[p.turn()] &= bad.hand[p.turn()] - 1;
    if (!bad.fault()) fail("no fault of short hands", round);
    bad = p;
    bad.trump = 4;
    if (!bad.fault()) fail("no fault of a trump suit", round);
}

}  // namespace

int main(int argc, char** argv) {
    // With every reduction off in turn a position costs as much as some games.
    const u64 rounds = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000) / 4;
    for (u64 round = 0; round < rounds; ++round) {
        Draws draws(9753, round, Stream::policy);
        const SinglePosition p = random_position(draws);
        check_faults(p, round);
        Minimax slow;
        const int value = slow.value(p);
        SingleSolver fast(p, std::size_t{1} << (4 + draws.below(17)), {});
        if (draws.below(2) && fast.value().low != value) fail("another value", round);
        check_moves(fast, slow, p, round);
        if (!fast.value().exact() || fast.value().low != value) fail("another value", round);
        for (std::size_t i = 0; i < fast.moves().size(); ++i)
            check_line(p, fast.line(i), slow.after(p, fast.moves()[i].kind), round);
        for (u32 off = 1; off <= solve::reduce_all; off *= 2) {
            SingleSolver plainer(p, 1 << 20, {}, solve::reduce_all & ~off);
            check_moves(plainer, slow, p, round);
            SingleSolver alone(p, 1 << 20, {}, off);
            if (alone.value().low != value) fail("another value with one reduction", round);
        }
        check_limits(p, slow, draws, round);
    }
    std::printf("fuzz: %llu positions without fault\n", static_cast<unsigned long long>(rounds));
    return 0;
}
