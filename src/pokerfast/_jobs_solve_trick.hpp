// The trick-taking games solved, for the binder of jobs.
#pragma once

#include "_jobs_solve.hpp"
#include "game/trick.hpp"
#include "solve/single_solver.hpp"
#include "solve/trick_solver.hpp"

namespace pokerfast::bind {

// What all of them answer: plays as cards of each kind, values as whole numbers.
class TrickAnswer : public SolveJob {
  public:
    py::dict answer() const override {
        py::list moves;
        for (const Move& move : moves_) {
            py::list equal, line;
            for (const Copies& cards : move.equal) equal.append(masks(cards));
            for (const Copies& cards : move.line) line.append(masks(cards));
            moves.append(py::make_tuple(masks(move.cards), equal, move.lower, move.upper, line));
        }
        return py::dict(py::arg("moves") = moves, py::arg("lower") = lower_,
                        py::arg("upper") = upper_, py::arg("most") = most_,
                        py::arg("nodes") = nodes_, py::arg("stopped") = stopped_,
                        py::arg("seconds") = seconds);
    }

  protected:
    struct Move {
        Copies cards;
        std::vector<Copies> equal;
        i64 lower, upper;
        std::vector<Copies> line;
    };

    // First moves by number: look(i), what is known of one after it was asked; line(i).
    template <class Look, class Line>
    void judge(const std::vector<std::size_t>& looked, bool& stopped, const Look& look,
               const Line& line) {
        for (const std::size_t i : looked) {
            if (stopped) break;
            moves_.push_back(look(i));
        }
        for (std::size_t n = 0; n < moves_.size(); ++n)
            if (!stopped && moves_[n].lower == moves_[n].upper) moves_[n].line = line(looked[n]);
    }
    static std::vector<std::size_t> every(std::size_t count) {
        std::vector<std::size_t> numbers(count);
        for (std::size_t i = 0; i < count; ++i) numbers[i] = i;
        return numbers;
    }

    std::vector<Move> moves_;
    i64 lower_ = 0, upper_ = 0;
    bool most_ = false;  // the side to move wants the most
    u64 nodes_ = 0;
    bool stopped_ = false;

  private:
    static py::tuple masks(const Copies& cards) {
        return py::make_tuple(cards.one, cards.two, cards.three);
    }
};

class TrickJob final : public TrickAnswer {
  public:
    TrickJob(const TrickGame& game, const trick::State& state, const SolveRequest& request)
        : table_(solve::table_of(game, state)),
          position_(solve::position_of(game, state)),
          request_(request) {
        most_ = table_.attackers >> state.turn & 1;
    }

    void run(const solve::Limits& limits) override {
        solve::TrickSolver solver(table_, position_, request_.most_bytes, limits);
        const auto root = solver.value();
        lower_ = root.lower;
        upper_ = root.upper;
        stopped_ = solver.stopped();
        std::vector<std::size_t> looked;
        if (request_.all_moves)
            looked = every(solver.moves().size());
        else if (root.known())
            looked.push_back(solver.best());
        judge(
            looked, stopped_,
            [&](std::size_t i) {
                const auto found = request_.all_moves ? solver.value_of(i) : root;
                const auto& move = solver.moves()[i];
                stopped_ = solver.stopped();
                return Move{move.cards, move.equal, found.lower, found.upper, {}};
            },
            [&](std::size_t i) {
                std::vector<Copies> line = solver.line(i);
                stopped_ = solver.stopped();
                if (stopped_) line.clear();
                return line;
            });
        nodes_ = solver.nodes();
    }

  private:
    solve::TrickTable table_;
    solve::TrickPosition position_;
    SolveRequest request_;
};

// Whist, by the engine for single cards of one deck.
class WhistJob final : public TrickAnswer {
  public:
    WhistJob(const trick::State& state, const SolveRequest& request) : request_(request) {
        for (int seat = 0; seat < trick::seats_n; ++seat)
            position_.hand[seat] = state.hand[seat].deck[0];
        position_.trump = state.trump < 4 ? state.trump : -1;
        position_.leader = state.leader;
        position_.played = state.played;
        for (int i = 0; i < state.played; ++i) position_.trick[i] = lowest(state.table[i].deck[0]);
        before_ = state.tricks[0];
        most_ = state.turn % 2 == 0;
    }

    void run(const solve::Limits& limits) override {
        solve::SingleSolver solver(position_, request_.most_bytes, limits);
        const solve::TrickBounds root = solver.value();
        lower_ = before_ + root.low;
        upper_ = before_ + root.high;
        stopped_ = solver.search().stopped();
        std::vector<std::size_t> looked;
        if (request_.all_moves)
            looked = every(solver.moves().size());
        else if (const auto best = root.exact() ? solver.best() : std::nullopt)
            looked.push_back(*best);
        judge(
            looked, stopped_,
            [&](std::size_t i) {
                const solve::TrickBounds found = request_.all_moves ? solver.after_move(i) : root;
                const solve::SingleMove& move = solver.moves()[i];
                stopped_ = solver.search().stopped();
                Move made{
                    {1ull << move.kind, 0, 0}, {}, before_ + found.low, before_ + found.high, {}};
                for (u64 left = move.kinds & ~(1ull << move.kind); left; left &= left - 1)
                    made.equal.push_back({left & -left, 0, 0});
                return made;
            },
            [&](std::size_t i) {
                std::vector<Copies> line;
                for (const int kind : solver.line(i)) line.push_back({1ull << kind, 0, 0});
                stopped_ = solver.search().stopped();
                if (stopped_) line.clear();
                return line;
            });
        nodes_ = solver.search().nodes();
    }

  private:
    solve::SinglePosition position_;
    i64 before_ = 0;  // tricks of seats 0 and 2
    SolveRequest request_;
};

}  // namespace pokerfast::bind
