// What a climbing game says of its plays, for any number of packs: the questions that the binders
// and the state machines ask. Hot loops go past this to the game's own templates.
#pragma once

#include "base/code.hpp"
#include "climb/combo.hpp"

#include <vector>

namespace pokerfast {

class Plays {
  public:
    virtual ~Plays() = default;

    // The pack: how many of each rank there can be, and of which kinds of cards in how many decks.
    // Of aces, those that are no big aces.
    virtual const RankCounts& pack() const = 0;
    virtual int decks() const = 0;
    virtual u64 kinds() const = 0;

    // Everything the cards can be played as, what leads by default first.
    virtual void readings(const RankCounts& cards, std::vector<Reading>& out) const = 0;
    virtual Reading classify(const RankCounts& cards) const = 0;
    // Both must be readings of their cards, or kind pass, which beats nothing and is beaten by
    // nothing.
    virtual bool beats(const Combo& play, const Combo& table) const = 0;
    // The highest reading that beats the table; kind pass if none does.
    virtual Reading best_beating(const RankCounts& cards, const Combo& table) const = 0;
    // The reading of that kind with the highest rank; kind pass if the cards are no such play.
    virtual Reading reading_of_kind(const RankCounts& cards, Kind kind) const = 0;

    // Every (reading, cards) once; every set of cards that beats the table once. The order is
    // fixed: the i-th of a list, which must be empty, is what *_at answers for i.
    virtual u64 count_leads(const RankCounts& hand) const = 0;
    virtual u64 count_follows(const RankCounts& hand, const Combo& table) const = 0;
    virtual void leads(const RankCounts& hand, std::vector<Combo>& out) const = 0;
    virtual void follows(const RankCounts& hand, const Combo& table,
                         std::vector<Combo>& out) const = 0;
    virtual Combo lead_at(const RankCounts& hand, u64 i) const = 0;
    virtual Combo follow_at(const RankCounts& hand, const Combo& table, u64 i) const = 0;

    // Every (reading, cards) there can be; `out` must be empty.
    virtual void every(std::vector<Combo>& out) const { leads(pack(), out); }

    // Cards that take the table into the hand instead of beating it; kind pass if nothing does.
    virtual Combo take_of(const Combo& table) const {
        (void)table;
        return {};
    }

    // Whether a hand could ever take something, or make plays that could be taken.
    virtual bool may_take(const RankCounts& hand) const {
        (void)hand;
        return false;
    }
    virtual bool may_be_taken(const RankCounts& hand) const {
        (void)hand;
        return false;
    }

    // Slots of a hand's ranks that may stand beside other ranks in a play, now or when some are
    // gone, or that matter by what they are. All others are compared by strength and no more.
    virtual u32 related(const RankCounts& hand) const {
        (void)hand;
        return (1u << slots_n) - 1;
    }
    virtual int strength(int slot) const { return slot; }

    // Whether a hand may play some of its cards, alone (`table` null) or on a play. Takes the
    // reading that is named, or kind pass, and fills in the one that stands.
    virtual Code check(const RankCounts& hand, const Combo* table, Combo& play) const = 0;

    bool is_reading(const RankCounts& cards, Reading reading) const {
        std::vector<Reading> found;
        readings(cards, found);
        for (const Reading one : found)
            if (one == reading) return true;
        return false;
    }
};

// A game in which a set of cards is one play at most.
class OneReadingPlays : public Plays {
  public:
    void readings(const RankCounts& cards, std::vector<Reading>& out) const final;
    Reading best_beating(const RankCounts& cards, const Combo& table) const final;
    Reading reading_of_kind(const RankCounts& cards, Kind kind) const final;
    Code check(const RankCounts& hand, const Combo* table, Combo& play) const final;

  protected:
    // Whether a play may be made out of a hand, alone or on another.
    virtual Code judge(const RankCounts& hand, const Combo* table, const Combo& play) const = 0;
};

}  // namespace pokerfast
