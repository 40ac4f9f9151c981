// Solving, for the binder of jobs.
#pragma once

#include <pybind11/pybind11.h>

#include "game/doudizhu.hpp"
#include "solve/deck_solver.hpp"

#include <chrono>
#include <optional>

namespace pokerfast::bind {

namespace py = pybind11;

// A play as the other binder makes one from its parts; None for a pass.
inline py::object combo_parts(const DeckCombo& combo) {
    if (combo.reading.kind == Kind::pass) return py::none();
    const RankCounts counts = widened(combo.cards);
    char bytes[sizeof counts];
    std::memcpy(bytes, &counts, sizeof counts);
    return py::make_tuple(py::bytes(bytes, sizeof bytes), static_cast<int>(combo.reading.kind),
                          combo.reading.rank, combo.reading.length);
}

// The landlord at seat 0; the others as they follow him.
inline solve::DeckPosition position_of(const doudizhu::State& s) {
    solve::DeckPosition p;
    p.players = s.players;
    const auto turned = [&](int seat) {
        return static_cast<u8>((seat + s.players - s.landlord) % s.players);
    };
    for (int seat = 0; seat < s.players; ++seat) p.hand[turned(seat)] = s.counts[seat];
    p.table = s.table();
    p.turn = turned(s.turn);
    p.passes = s.passes;
    return p;
}

// Asks Python now and then whether to go on.
class Watch {
  public:
    Watch(double seconds, py::object progress) : progress_(std::move(progress)) {
        using Clock = std::chrono::steady_clock;
        began_ = asked_ = Clock::now();
        if (seconds >= 0) most_ = std::chrono::duration<double>(seconds);
    }

    solve::Limits limits(u64 nodes) {
        return {nodes, [](void* with, u64 n) { return static_cast<Watch*>(with)->poll(n); }, this};
    }
    double seconds() const {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began_;
        return spent.count();
    }
    bool failed() const { return failed_; }

  private:
    bool poll(u64 nodes) {
        const auto now = std::chrono::steady_clock::now();
        if (most_ && now - began_ > *most_) return true;
        if (now - asked_ < std::chrono::milliseconds(50)) return false;
        asked_ = now;
        const py::gil_scoped_acquire acquire;
        try {
            if (!progress_.is_none()) progress_(nodes);
        } catch (py::error_already_set& error) {
            error.restore();
            failed_ = true;
        }
        failed_ = failed_ || PyErr_CheckSignals() != 0;
        return failed_;
    }

    py::object progress_;
    std::chrono::steady_clock::time_point began_, asked_;
    std::optional<std::chrono::duration<double>> most_;
    bool failed_ = false;
};

// What the core found, in plain C++: filled without the GIL.
struct DeckSolution {
    struct Move {
        std::size_t number, like;
        solve::Outcome outcome;
        std::vector<DeckCombo> line;
    };
    std::vector<Move> moves;  // in the order they were looked at
    std::vector<solve::ProofNode> proof;
    u64 nodes = 0;
    bool stopped = false;
};

inline DeckSolution solve_deck(solve::DeckSolver& solver, solve::Outcome own, bool all, bool prove,
                               std::size_t most_proof) {
    using solve::Outcome;
    DeckSolution found;
    Outcome winner = other(own);
    const std::vector<std::size_t> likes = solver.likes();
    for (const std::size_t i : solver.order()) {
        const Outcome outcome = solver.after_move(i);
        found.moves.push_back({i, likes[i], outcome, {}});
        if (outcome == Outcome::open) {
            winner = Outcome::open;
            break;
        }
        if (outcome == own) winner = own;
        if (outcome == own && !all) break;
    }
    found.nodes = solver.nodes();
    if (prove && winner != Outcome::open && !solver.stopped())
        found.proof = solver.proof(winner, most_proof);
    for (DeckSolution::Move& move : found.moves)
        if (move.outcome != Outcome::open && !solver.stopped())
            move.line = solver.line(move.number);
    found.stopped = solver.stopped();
    return found;
}

inline py::dict as_python(const DeckSolution& found, double seconds) {
    py::list moves, proof;
    for (const DeckSolution::Move& move : found.moves) {
        py::list line;
        for (const DeckCombo& combo : move.line) line.append(combo_parts(combo));
        moves.append(py::make_tuple(move.number, move.like, static_cast<int>(move.outcome), line));
    }
    for (const solve::ProofNode& node : found.proof) {
        py::list answers;
        for (const auto& answer : node.answers)
            answers.append(py::make_tuple(combo_parts(answer.move), answer.next));
        proof.append(py::make_tuple(node.wins, answers));
    }
    return py::dict(py::arg("moves") = moves, py::arg("proof") = proof,
                    py::arg("nodes") = found.nodes, py::arg("stopped") = found.stopped,
                    py::arg("seconds") = seconds);
}

}  // namespace pokerfast::bind
