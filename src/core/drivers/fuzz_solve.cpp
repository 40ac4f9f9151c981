// The solver of 斗地主 against plain minimax on small positions under random rules: who wins after
// every move, with tables of every size, and lines and proofs that hold.
#include "drivers/fuzz.hpp"
#include "solve/deck_solver.hpp"

#include <cstring>
#include <string>
#include <unordered_map>

using namespace pokerfast;
using namespace pokerfast::fuzz;
using solve::DeckPosition;
using solve::DeckSolver;
using solve::DeckWorld;
using solve::Outcome;

namespace {

class Minimax {
  public:
    explicit Minimax(const Plan& plan) : plan_(plan) {}

    Outcome winner(const DeckPosition& p) {
        const auto [place, fresh] = known_.try_emplace(name_of(p), Outcome::open);
        if (!fresh) return place->second;
        const Outcome own = DeckWorld::side(p.turn);
        Outcome found = solve::other(own);
        for (const DeckCombo& move : moves(p))
            if (after(p, move) == own) {
                found = own;
                break;
            }
        return known_[name_of(p)] = found;
    }

    Outcome after(const DeckPosition& p, const DeckCombo& move) {
        DeckPosition next = p;
        if (move.reading.kind == Kind::pass)
            next.pass();
        else
            next.play(move);
        return next.hand[p.turn] == 0 ? DeckWorld::side(p.turn) : winner(next);
    }

    std::vector<DeckCombo> moves(const DeckPosition& p) const {
        const Planes hand = planes_of(p.hand[p.turn]);
        std::vector<DeckCombo> found(p.leading() ? count_leads(plan_, hand)
                                                 : count_follows(plan_, hand, p.table));
        Lister lister{found.data()};
        if (p.leading())
            walk_leads(plan_, hand, lister);
        else
            walk_follows(plan_, hand, p.table, lister);
        if (!p.leading()) found.emplace_back();
        return found;
    }

  private:
    static std::string name_of(const DeckPosition& p) {
        std::string name(reinterpret_cast<const char*>(p.hand), sizeof p.hand);
        for (const int part : {static_cast<int>(p.table.kind), static_cast<int>(p.table.rank),
                               static_cast<int>(p.table.length), static_cast<int>(p.turn),
                               static_cast<int>(p.passes)})
            name.push_back(static_cast<char>(part));
        return name;
    }

    const Plan& plan_;
    std::unordered_map<std::string, Outcome> known_;
};

// Small hands out of few ranks, so that there are chains, trios and bombs.
DeckPosition random_position(Draws& draws) {
    DeckPosition p;
    p.players = static_cast<u8>(2 + draws.below(2));
    const u32 low = draws.below(9), ranks = 4 + draws.below(5);
    const int most = p.players == 2 ? 9 : 6;
    u8 pack[deck_size];
    u32 n = 0;
    for (int id = 0; id < deck_size; ++id) {
        const u64 lanes = counts_of(1ull << id);
        const u32 slot = static_cast<u32>(lowest(lanes)) / 4;
        if ((slot >= low && slot < low + ranks) || (slot >= 12 && draws.below(3) == 0))
            pack[n++] = static_cast<u8>(id);
    }
    for (int seat = 0; seat < p.players; ++seat)
        for (u32 size = 1 + draws.below(static_cast<u32>(most)); size > 0 && n > 0; --size) {
            const u32 at = draws.below(n);
            p.hand[seat] += counts_of(1ull << pack[at]);
            pack[at] = pack[--n];
        }
    p.turn = static_cast<u8>(draws.below(p.players));
    return p;
}

bool may_be(const DeckPosition& p) {
    for (int seat = 0; seat < p.players; ++seat)
        if (p.hand[seat] == 0) return false;
    return true;
}

void check_line(const Minimax& rules, const DeckPosition& root, const std::vector<DeckCombo>& line,
                Outcome winner, u64 round) {
    DeckPosition p = root;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const std::vector<DeckCombo> legal = rules.moves(p);
        if (std::find(legal.begin(), legal.end(), line[i]) == legal.end())
            fail("a line has an illegal move", round);
        const int seat = p.turn;
        if (line[i].reading.kind == Kind::pass)
            p.pass();
        else
            p.play(line[i]);
        if (p.hand[seat] != 0) continue;
        if (i + 1 != line.size() || DeckWorld::side(seat) != winner)
            fail("a line ends wrongly", round);
        return;
    }
    fail("a line does not end", round);
}

void check_proof(Minimax& rules, const DeckPosition& root,
                 const std::vector<solve::ProofNode>& proof, Outcome winner, u64 round) {
    std::vector<std::pair<i64, DeckPosition>> waiting{{0, root}};
    std::vector<bool> seen(proof.size());
    while (!waiting.empty()) {
        const auto [at, p] = waiting.back();
        waiting.pop_back();
        if (seen[static_cast<std::size_t>(at)]) continue;
        seen[static_cast<std::size_t>(at)] = true;
        const solve::ProofNode& node = proof[static_cast<std::size_t>(at)];
        if (node.wins != (DeckWorld::side(p.turn) == winner)) fail("a proof mixes sides", round);
        const std::size_t legal = rules.moves(p).size();
        if (node.answers.size() != (node.wins ? 1 : legal)) fail("a proof lacks moves", round);
        for (const auto& [move, next] : node.answers) {
            DeckPosition after = p;
            if (move.reading.kind == Kind::pass)
                after.pass();
            else
                after.play(move);
            const bool out = after.hand[p.turn] == 0;
            if (out != (next < 0) || (out && !node.wins)) fail("a proof ends wrongly", round);
            if (!out) waiting.push_back({next, after});
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const u64 rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 500;
    u64 solved = 0;
    for (u64 round = 0; round < rounds; ++round) {
        Draws draws(4321, round, Stream::policy);
        // Any kinds may be missing but single cards, without which a leader could be stuck.
        std::vector<i64> values = random_options(doudizhu_options(), ~1u, draws);
        const Plan plan(DouDizhuRules::from_values(values));
        DeckPosition p = random_position(draws);
        if (!may_be(p)) continue;
        Minimax slow(plan);
        // Some moves on, so that there is something on the table.
        for (u32 steps = draws.below(3); steps > 0; --steps) {
            const std::vector<DeckCombo> moves = slow.moves(p);
            const DeckCombo& move = moves[draws.below(static_cast<u32>(moves.size()))];
            DeckPosition next = p;
            if (move.reading.kind == Kind::pass)
                next.pass();
            else
                next.play(move);
            if (!may_be(next)) break;
            p = next;
        }
        const std::size_t bytes = std::size_t{1} << (8 + draws.below(20));
        DeckSolver fast(plan, p, bytes, {});
        const std::vector<DeckCombo>& moves = fast.moves();
        if (moves != slow.moves(p)) fail("other moves", round);
        for (const std::size_t i : fast.order()) {
            const Outcome outcome = fast.after_move(i);
            if (outcome != slow.after(p, moves[i])) fail("another winner", round);
            check_line(slow, p, fast.line(i), outcome, round);
        }
        const Outcome winner = slow.winner(p);
        const auto proof = fast.proof(winner, 100'000);
        if (proof.empty()) fail("no proof", round);
        check_proof(slow, p, proof, winner, round);
        ++solved;
    }
    if (solved < rounds / 2) fail("hardly any positions", solved);
    std::printf("fuzz: %llu positions without fault\n", static_cast<unsigned long long>(solved));
    return 0;
}
