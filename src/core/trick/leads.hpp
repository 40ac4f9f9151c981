// Every legal lead of a hand: the single units, the throws that the rules let one try, and fours of
// a rank where these may be led (last, by rank).
//
// A group's leads come in this order. Any throw may be tried, or nobody else has a card of the
// group: every set of its cards; where only trumps may be thrown that goes for the trumps once no
// other hand has any. Else the units; and where throws must be certain, with t the
// highest place of which a card is unseen:
//   units with a card below t
//   every set of cards from t on, for a unit with such a card is beaten by nothing
//   throws with cards below t: these stand in pairs and triples, and only the pairs and triples
//   that can join them to a chain are tried one by one; all other cards from t on are free
#pragma once

#include "trick/throw.hpp"

#include <vector>

namespace pokerfast {

// In how many ways 0 … c of each kind of a pool can be taken, and the index-th of them, in mixed
// radix; number 0 takes nothing.
u64 count_sets(const Copies& pool);
Copies set_at(const Copies& pool, u64 index);

class Leads {
  public:
    // `unseen`: cards the leader has neither held, buried nor seen played; read only where throws
    // must be certain. Where only trumps may be thrown: the cards of the other hands.
    Leads(const TrickPlan& plan, const Copies& hand, const Copies& unseen);

    u64 count() const { return count_; }
    Copies at(u64 index) const;             // below count()
    Next next(const Copies& chosen) const;  // of a choice that was made by `next`

  private:
    enum class How : u8 { units, any, certain };

    // Pairs and triples of a throw that is certain; `loose` kinds may add one card each, and the
    // group's free cards any.
    struct Choice {
        Copies cards;
        u64 loose;
        u64 first;     // number of its first throw in the group's last part
        bool is_unit;  // without anything added it is no throw
    };

    struct Group {
        u64 count = 0;
        Copies own;
        How how = How::units;
        int top = 0;  // places from here on are free; certain throws only
        u64 units = 0, sets = 0;
        Copies high;                            // cards no unseen single beats; certain throws only
        Copies free;                            // cards that may be added to any choice
        u32 first_choice = 0, last_choice = 0;  // in choices_, the last not included
    };

    void count_group(int group);
    void find_choices(int group, const Copies& low);
    Copies unit_at(int group, u64 index) const;
    Next next_in_group(int group, const Copies& chosen) const;

    const TrickPlan& plan_;
    Copies unseen_;
    Group groups_[groups_n];
    std::vector<Choice> choices_;
    u64 fours_ = 0;  // ranks whose four cards are of two groups, so that they are no set above
    u64 count_ = 0;
};

// ok, or why these cards of the hand, taken as a lead, are refused.
Code check_lead(const TrickPlan& plan, const Copies& hand, const Copies& unseen,
                const Copies& cards);

}  // namespace pokerfast
