// 打大A and 保皇 solved, for the binder of jobs.
#pragma once

#include "_jobs_solve.hpp"
#include "solve/race_solver.hpp"

namespace pokerfast::bind {

class RaceJob final : public SolveJob {
  public:
    RaceJob(const RaceGame& game, const AnyState& state, const SolveRequest& request)
        : game_(game), state_(state), request_(request) {}

    void run(const solve::Limits& limits) override {
        solve::RaceSolver solver(game_, state_, request_.most_bytes, limits);
        values_ = solver.values();
        root_ = solver.root();
        attacks_ = solver.attacks();
        const std::vector<std::size_t> likes = solver.likes();
        std::vector<std::size_t> looked;
        if (request_.all_moves)
            looked = solver.order();
        else if (root_.exact())
            if (const auto best = solver.best(root_.lower)) looked.push_back(*best);
        for (const std::size_t i : looked) {
            if (solver.stopped()) break;
            const solve::Range range = request_.all_moves ? solver.after_move(i) : root_;
            moves_.push_back({i, likes[i], range, {}});
        }
        nodes_ = solver.nodes();
        for (Move& move : moves_)
            if (move.range.exact() && !solver.stopped())
                move.line = solver.line(move.number, move.range.lower);
        stopped_ = solver.stopped();
    }

    py::dict answer() const override {
        py::list moves;
        for (const Move& move : moves_) {
            py::list line;
            for (const solve::RaceMove& step : move.line)
                line.append(combo_parts(step.play.cards, step.play.reading));
            moves.append(py::make_tuple(move.number, move.like, value(move.range.lower),
                                        value(move.range.upper), line));
        }
        return py::dict(py::arg("moves") = moves, py::arg("lower") = value(root_.lower),
                        py::arg("upper") = value(root_.upper), py::arg("most") = attacks_,
                        py::arg("nodes") = nodes_, py::arg("stopped") = stopped_,
                        py::arg("seconds") = seconds);
    }

  private:
    struct Move {
        std::size_t number, like;
        solve::Range range;
        std::vector<solve::RaceMove> line;
    };

    double value(int number) const { return values_[static_cast<std::size_t>(number)]; }

    const RaceGame& game_;
    AnyState state_;
    SolveRequest request_;
    std::vector<double> values_;
    solve::Range root_;
    bool attacks_ = false;  // the side to move wants the most
    std::vector<Move> moves_;
    u64 nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace pokerfast::bind
