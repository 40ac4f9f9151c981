// Every legal lead of a hand: the single units, and the throws that the rules let one try.
#pragma once

#include "trick/throw.hpp"

namespace pokerfast {

class Leads {
  public:
    // `unseen`: cards the leader has neither held, buried nor seen played; read only where throws
    // must be certain.
    Leads(const TrickPlan& plan, const Copies& hand, const Copies& unseen);

    u64 count() const { return count_; }
    Copies at(u64 index) const;  // below count()

  private:
    u64 count_group(int group) const;
    Copies unit_at(int group, u64 index) const;
    Copies any_at(int group, u64 index) const;
    // Calls visit(cards) for the throws of a group that are certain; stops when it answers true.
    template <class Visit>
    void walk_certain(int group, Visit&& visit) const;
    bool takes_any(int group) const;      // every set of the group is allowed
    bool walks_certain(int group) const;  // only those throws that are found one by one

    const TrickPlan& plan_;
    Copies hand_, unseen_;
    u64 counts_[groups_n] = {};
    u64 count_ = 0;
};

// ok, or why these cards of the hand, taken as a lead, are refused.
Code check_lead(const TrickPlan& plan, const Copies& hand, const Copies& unseen,
                const Copies& cards);

}  // namespace pokerfast
