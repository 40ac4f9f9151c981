// Trick-taking deals solved with open hands: what a position is worth if all play as well as they
// can, what each first play is worth, and how a line goes on.
//
// The value is what the attackers have at the end, as the game counts it: points with what the last
// trick brings; in whist the tricks of seats 0 and 2. Throws that fail are no plays here: none is
// better than to lead what is left of it.
#pragma once

#include "solve/trick_search.hpp"

namespace pokerfast::solve {

class TrickSolver {
  public:
    struct Bounds {
        i64 lower, upper;
        bool known() const { return lower == upper; }
    };

    // One of a class of plays after which the game is the same.
    struct Move {
        Copies cards;               // kinds
        std::vector<Copies> equal;  // the others
        Bounds bounds;              // of its value
    };

    TrickSolver(const TrickTable& table, const TrickPosition& position, std::size_t most_bytes,
                const Limits& limits, u32 reductions = reduction::all);

    const std::vector<Move>& moves() const { return moves_; }
    u64 nodes() const { return search_.nodes(); }
    bool stopped() const { return search_.stopped(); }

    // Of the position, as far as the limits reach: what is known is known for good.
    Bounds value();
    Bounds bounds() const;
    // Of the i-th first play.
    Bounds value_of(std::size_t i);
    // A first play that is proved to keep the value, which must be known.
    std::size_t best();
    // Plays to the end of the deal that start with the i-th and are best for both sides. Short if a
    // limit is reached.
    std::vector<Copies> line(std::size_t i);

  private:
    struct Place {
        Copies hand[trick::seats_n];
        OpenTrick trick;
        i64 points;
    };

    Place start(const TrickPosition& position) const;
    int to_move(const Place& place) const {
        return (place.trick.leader + place.trick.played) % search_.table().seats;
    }
    bool over(const Place& place) const;
    void apply(Place& place, const Copies& cards) const;
    void find_moves();
    // Narrows the bounds by asking whether the value is at least v; false if a limit stopped it.
    bool ask(const Place& place, i64 v, Bounds& bounds);
    bool ask_root(i64 v);
    i64 between(const Bounds& bounds) const;
    void gather(const Place& place, TrickPlays& plays, bool classes) const;
    bool attacks(int seat) const { return search_.table().attackers >> seat & 1; }

    TrickSearch search_;
    i64 unit_;
    Place root_;
    std::vector<Move> moves_;
    std::vector<Place> after_;  // by move
};

}  // namespace pokerfast::solve
