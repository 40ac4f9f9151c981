// The plays of a search of tricks: leads and follows, one of each class of equal cards, and what
// they do to the trick.
#pragma once

#include "solve/trick_table.hpp"

#include <vector>

namespace pokerfast::solve {

// A trick that is not complete. Cards are slots.
struct OpenTrick {
    Lead lead;
    u8 leader = 0, played = 0;
    u8 winner = 0;      // seat
    u8 group = 0;       // that the winning play is of
    u8 height = 0;      // place number of its deciding unit
    u8 contenders = 0;  // plays that covered the lead in that group
    bool last = false;  // the hands' last
    i32 points = 0;
    Copies plays[trick::seats_n];
};

struct TrickPlay {
    Copies cards;
    i32 score = 0;  // what to look at first
    u32 ahead = 0;  // number of what the search knows of it
};

// Two slots of a hand that no other card in play tells apart, the higher first.
struct Twins {
    u8 high, low;
};

struct TrickPlays {
    std::vector<TrickPlay> plays;
    std::vector<Twins> twins;
};

class TrickMoves {
  public:
    TrickMoves(const TrickTable& table, const Slots& slots);

    // Appends them. `classes`: of equal cards the highest alone.
    void leads(const Copies* hands, int seat, bool classes, TrickPlays& out) const;
    void follows(const Copies* hands, const OpenTrick& trick, int seat, bool classes,
                 TrickPlays& out) const;

    OpenTrick open(int leader, const Copies& cards) const;
    void play(OpenTrick& trick, const Copies& cards) const;

    // Whether any hand can still lead four of a rank.
    bool fours(const Copies* hands) const;
    // The largest unit of cards, for the kitty.
    Shape largest(const Copies& cards) const;
    Split units(int group, const Copies& cards) const;

  private:
    struct Held {
        u8 slot, count;
        int same;  // number of the next higher card of its class, -1: none
        bool chained;
    };
    struct Holding {
        int size = 0;
        Held at[kinds_n];
    };

    void classify(const Copies* hands, int seat, u64 mask, u64 obstacles, bool classes,
                  Holding& out, TrickPlays& plays) const;
    static void singles_of(const Holding& held, TrickPlays& out);
    void units_of(const Holding& held, const Copies& own, TrickPlays& out) const;
    void throws_of(const Copies* hands, int seat, int group, const Holding& held, const Copies& own,
                   TrickPlays& out) const;
    template <class Accept>
    static void choose(const Holding& held, int i, int left, const Copies& base, TrickPlays& out,
                       u8* taken, const Accept& accept);
    u64 others(const Copies* hands, int seat) const {
        u64 all = 0;
        for (int i = 0; i < trick::seats_n; ++i)
            if (i != seat) all |= hands[i].one;
        return all;
    }
    bool is_four(const Copies& cards) const {
        return rules_.four_of_rank && is_four_of_rank(table_.plan, slots_.kinds(cards));
    }

    const TrickTable& table_;
    const Slots& slots_;
    const TrickRules& rules_;
    u64 four_[ranks_n] = {};
};

}  // namespace pokerfast::solve
