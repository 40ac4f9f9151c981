#include "solve/deck_solver.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>

namespace pokerfast::solve {

DeckSolver::DeckSolver(const Plan& plan, const DeckPosition& root, std::size_t most_bytes,
                       const Limits& limits)
    : world_(plan, most_bytes / 2),
      // With two hands positions are met again more cheaply, and the search may stay longer.
      search_(world_, most_bytes / 2, limits, root.players == 2 ? 4 : 1),
      root_(root) {
    world_.list(root_, moves_);
}

// Of a position as it stands, with players who cannot answer still to be passed over.
Outcome DeckSolver::outcome_of(const DeckPosition& next) {
    DeckPosition settled = next;
    const Outcome outcome = world_.settle(settled);
    return outcome == Outcome::open ? search_.prove(settled) : outcome;
}

Outcome DeckSolver::after_move(std::size_t i) {
    DeckPosition next = root_;
    const Outcome outcome = world_.after(next, moves_[i]);
    return outcome == Outcome::open ? search_.prove(next) : outcome;
}

std::vector<std::size_t> DeckSolver::likes() const {
    std::vector<DeckKey> keys;
    std::vector<std::size_t> likes;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        DeckPosition next = root_;
        const bool open = world_.after(next, moves_[i]) == Outcome::open;
        keys.push_back(open ? key_of(next) : DeckKey{});
        const auto first = open ? std::find(keys.begin(), keys.end(), keys[i]) - keys.begin()
                                : static_cast<std::ptrdiff_t>(i);  // the game is decided
        likes.push_back(static_cast<std::size_t>(first));
    }
    return likes;
}

std::vector<std::size_t> DeckSolver::order() {
    return by_hope(world_, root_, moves_);
}

// What the seat to move does in a line that the winner wins: false if a limit was reached.
bool DeckSolver::choose(const DeckPosition& p, Outcome winner, DeckCombo& move) {
    const bool wins = DeckWorld::side(p.turn) == winner;
    const Reading last = world_.last_play(p);
    if (last.kind != Kind::pass) {
        move = make_deck_combo(p.hand[p.turn], last.kind, last.rank, last.length,
                               total_of(p.hand[p.turn]));
        return true;
    }
    std::vector<DeckCombo> moves;
    world_.list(p, moves);
    // Of what is remembered the winner takes the shortest proof, the other side the longest.
    bool found = false;
    u32 best = 0;
    for (const DeckCombo& candidate : moves) {
        DeckPosition next = p;
        u32 work = 0;
        Outcome outcome = world_.after(next, candidate);
        if (outcome == Outcome::open) outcome = search_.remembered(next, work);
        if (outcome != winner || (found && (wins ? work >= best : work <= best))) continue;
        best = work;
        move = candidate;
        found = true;
    }
    if (found) return true;
    // Forgotten: it is found again.
    for (const DeckCombo& candidate : moves) {
        DeckPosition next = p;
        Outcome outcome = world_.after(next, candidate);
        if (outcome == Outcome::open) outcome = search_.prove(next);
        if (search_.stopped()) return false;
        move = candidate;
        if (outcome == winner) return true;
    }
    return false;
}

std::vector<DeckCombo> DeckSolver::line(std::size_t i) {
    std::vector<DeckCombo> line;
    DeckPosition p = root_;
    const Outcome winner = after_move(i);
    DeckCombo move = moves_[i];
    while (winner != Outcome::open) {
        line.push_back(move);
        const int seat = p.turn;
        if (move.reading.kind == Kind::pass)
            p.pass();
        else
            p.play(move);
        if (p.hand[seat] == 0 || !choose(p, winner, move)) break;
    }
    return line;
}

namespace {

std::string name_of(const DeckPosition& p) {
    char bytes[3 * sizeof(u64) + 5];
    std::memcpy(bytes, p.hand, sizeof p.hand);
    bytes[24] = static_cast<char>(p.table.kind);
    bytes[25] = static_cast<char>(p.table.rank);
    bytes[26] = static_cast<char>(p.table.length);
    bytes[27] = static_cast<char>(p.turn);
    bytes[28] = static_cast<char>(p.passes);
    return {bytes, sizeof bytes};
}

}  // namespace

std::vector<ProofNode> DeckSolver::proof(Outcome winner, std::size_t most) {
    std::vector<ProofNode> nodes(1);
    std::vector<DeckPosition> positions{root_};
    std::unordered_map<std::string, i64> numbers{{name_of(root_), 0}};
    std::vector<DeckCombo> moves;
    for (std::size_t at = 0; at < positions.size(); ++at) {
        if (positions.size() > most) return {};
        const DeckPosition p = positions[at];
        const bool wins = DeckWorld::side(p.turn) == winner;
        moves.clear();
        if (wins) {
            moves.emplace_back();
            if (!choose(p, winner, moves[0])) return {};
        } else {
            world_.list(p, moves);
        }
        nodes[at].wins = wins;
        for (const DeckCombo& move : moves) {
            DeckPosition next = p;
            if (move.reading.kind == Kind::pass)
                next.pass();
            else
                next.play(move);
            if (next.hand[p.turn] == 0) {
                nodes[at].answers.push_back({move, -1});
                continue;
            }
            if (!wins && outcome_of(next) != winner) return {};
            const auto [place, fresh] =
                numbers.try_emplace(name_of(next), static_cast<i64>(positions.size()));
            if (fresh) {
                positions.push_back(next);
                nodes.emplace_back();
            }
            nodes[at].answers.push_back({move, place->second});
        }
    }
    return nodes;
}

}  // namespace pokerfast::solve
