// Every legal follow of a hand: counted and drawn without listing, listed one by one, and one play
// checked.
//
// A set of k cards out of some kinds is told by the kinds it has exactly three of, the kinds it has
// exactly two of, and the kinds it has one of. So sets are counted by binomials, as long as only
// numbers of pairs and triples decide; where neighbours decide, the walk goes over the choices of
// pairs and triples, and the single cards are still counted at once.
#pragma once

#include "base/code.hpp"
#include "trick/answer.hpp"
#include "trick/prefix.hpp"

#include <vector>

namespace pokerfast {

// Ways to take k cards of a pool with at least so many kinds twice (three times).
struct Take {
    Copies pool;
    int k = 0;
    int pairs = 0;    // kinds taken at least twice, at least
    int triples = 0;  // kinds taken three times, at least

    u64 count() const;
    Copies at(u64 index) const;
};

class Follows {
  public:
    Follows(const TrickPlan& plan, const Lead& lead, const Copies& hand);

    u64 count() const { return count_; }
    Copies at(u64 index) const;             // below count()
    Next next(const Copies& chosen) const;  // of a choice that was made by `next`

  private:
    enum class How : u8 { taken, by_numbers, by_chains };

    // A choice of pairs and triples (by chains: the kinds; by numbers: how many), and how many
    // follows there are up to the last that has it.
    struct Choice {
        u64 pairs, triples, upto;
    };

    void choose_numbers();
    void choose_chains();
    void add_choice(u64 pairs, u64 triples, u64 ways);

    bool numbers_do(int pairs, int triples) const;
    bool numbers_reached(const Step& at) const;
    void count_by_ladder();

    const TrickPlan& plan_;
    const Lead lead_;
    Copies base_;  // goes in any case
    Take take_;
    How how_ = How::taken;
    u64 count_ = 0;
    Ladder ladder_;  // these two only where a ladder decides
    Answer answer_;
    std::vector<Choice> choices_;
};

// ok, or the reason; with fewer or more cards, cards not held, other groups played, a duty missed.
Code check_follow(const TrickPlan& plan, const Lead& lead, const Copies& hand, const Copies& play);

// Kinds of which the hand has a pair that counts as held against a led pair
// (`protect_tractors`, `protect_triples`).
u64 unprotected_pairs(const TrickPlan& plan, int group, const Copies& hand);

}  // namespace pokerfast
