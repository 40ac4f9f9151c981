// 斗地主 solved, for the binder of jobs.
#pragma once

#include "_jobs_solve.hpp"
#include "game/doudizhu.hpp"
#include "solve/deck_solver.hpp"

namespace pokerfast::bind {

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

class DeckJob final : public SolveJob {
  public:
    DeckJob(const DouDizhu& game, const AnyState& state, const SolveRequest& request)
        : game_(game), position_(position_of(DouDizhu::of(state))), request_(request) {}

    void run(const solve::Limits& limits) override {
        using solve::Outcome;
        solve::DeckSolver solver(game_.plan(), position_, request_.most_bytes, limits);
        const Outcome own = solve::DeckWorld::side(position_.turn);
        Outcome winner = other(own);
        const std::vector<std::size_t> likes = solver.likes();
        for (const std::size_t i : solver.order()) {
            const Outcome outcome = solver.after_move(i);
            moves_.push_back({i, likes[i], outcome, {}});
            if (outcome == Outcome::open) {
                winner = Outcome::open;
                break;
            }
            if (outcome == own) winner = own;
            if (outcome == own && !request_.all_moves) break;
        }
        nodes_ = solver.nodes();
        if (request_.prove && winner != Outcome::open && !solver.stopped())
            proof_ = solver.proof(winner, request_.most_proof);
        for (Move& move : moves_)
            if (move.outcome != Outcome::open && !solver.stopped())
                move.line = solver.line(move.number);
        stopped_ = solver.stopped();
    }

    py::dict answer() const override {
        py::list moves, proof;
        for (const Move& move : moves_) {
            py::list line;
            for (const DeckCombo& combo : move.line) line.append(parts(combo));
            moves.append(
                py::make_tuple(move.number, move.like, static_cast<int>(move.outcome), line));
        }
        for (const solve::ProofNode& node : proof_) {
            py::list answers;
            for (const auto& answer : node.answers)
                answers.append(py::make_tuple(parts(answer.move), answer.next));
            proof.append(py::make_tuple(node.wins, answers));
        }
        return py::dict(py::arg("moves") = moves, py::arg("proof") = proof,
                        py::arg("nodes") = nodes_, py::arg("stopped") = stopped_,
                        py::arg("seconds") = seconds);
    }

  private:
    struct Move {
        std::size_t number, like;
        solve::Outcome outcome;
        std::vector<DeckCombo> line;
    };

    static py::object parts(const DeckCombo& combo) {
        return combo_parts(widened(combo.cards), combo.reading);
    }

    const DouDizhu& game_;
    solve::DeckPosition position_;
    SolveRequest request_;
    std::vector<Move> moves_;  // in the order they were looked at
    std::vector<solve::ProofNode> proof_;
    u64 nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace pokerfast::bind
