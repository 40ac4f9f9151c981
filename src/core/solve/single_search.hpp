// The search behind SingleSolver: does side 0 take at least so many of the tricks to come?
#pragma once

#include "solve/proof_search.hpp"
#include "solve/single_position.hpp"
#include "solve/single_state.hpp"

#include <optional>

namespace pokerfast::solve {

// Reductions that a search may use. The answer is the same without them.
enum SingleReduction : u32 {
    reduce_table = 1,     // remember positions between tricks
    reduce_patterns = 2,  // by the owners of the cards that mattered, not of all cards
    reduce_classes = 4,   // one move of cards next to each other
    reduce_failed = 8,  // after a failed move leave out those that differ in no rank that mattered
    reduce_quick = 16,  // tricks that can be cashed
    reduce_sure = 32,   // tricks that nobody can take away
    reduce_order = 64,  // try what looks best first
    reduce_peek = 128,  // at the last seat ask first what is known after each card
    reduce_all = 255
};

class SingleSearch {
  public:
    // For all positions from `root` on.
    SingleSearch(const SinglePosition& root, std::size_t most_bytes, const Limits& limits,
                 u32 reductions);

    // Does side 0 take at least `target` of the tricks to come? Meaningless once stopped().
    bool reaches(const SinglePosition& position, int target);

    // The same with at most so many more nodes; none if they did not do, or if stopped.
    std::optional<bool> tries(const SinglePosition& position, int target, u64 more);

    bool stopped() const { return stopped_; }
    u64 nodes() const { return nodes_; }  // positions between tricks whose plays were looked at

  private:
    enum Answer : u8 { no, yes, open };
    // A position between tricks as the table knows it.
    struct Place {
        u64 shape;
        SingleOwners owners;
    };
    // What is known after a last card.
    struct Peek {
        int winner, target;
        single::Ranks ranks;
        Place at;
    };

    Answer known(int leader, int tricks, int target, single::Ranks& ranks, Place& at);
    bool expand(int leader, int tricks, int target, single::Ranks& ranks, const Place& at);
    bool lead(int leader, int tricks, int target, single::Ranks& ranks);
    template <int place>
    bool follow(const single::Trick& trick, int tricks, int target, single::Ranks& ranks);
    template <int place>
    void put(single::Trick& trick, int seat, int card);
    template <int place>
    bool play(single::Trick trick, int seat, int card, int tricks, int target,
              single::Ranks& ranks);
    template <int place>
    bool choose(const single::Trick& trick, int seat, u64 legal, u64 others, int tricks, int target,
                single::Ranks& ranks);
    int list(u64 legal, u64 others, single::Move* moves) const;
    bool last_trick(int leader, int target, single::Ranks& ranks) const;
    bool out_of_limits();
    void remember(u64 shape, const SingleOwners& owners, single::Ranks ranks, int low, int high);

    single::State state_;
    SingleTable table_;
    Limits limits_;
    u64 budget_ = ~0ull;  // nodes, for the question at hand
    u32 reductions_;
    u64 nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace pokerfast::solve
