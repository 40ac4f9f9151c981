// What every climbing game offers beside the rules of a game: its plays, and cards of a position.
#pragma once

#include "climb/plays.hpp"
#include "game/game.hpp"

namespace pokerfast {

// A number of a game's state that everybody may know once the state is redacted: what observations
// show of it beside cards and sides.
struct PublicNumber {
    enum class Form : u8 {
        seat,    // one byte, a seat or none
        seats,   // one byte, a bit a seat
        choice,  // one of `size` values from `low` on, or none of them
        steps,   // a step for each number from `low` on that it reaches, `size` of them
        card,    // a kind of card, or none
        ids,     // card ids of one deck
        packs,   // card ids of four decks
    };
    const char* name;
    const char* meaning;
    Form form;
    u16 offset;
    u8 bytes = 1;          // of the number
    u8 low = 0, size = 0;  // of choices and steps
    bool each = false;     // one for each seat, in a row
};

class ClimbGame : public Game {
  public:
    virtual const Plays& plays() const = 0;
    virtual std::span<const PublicNumber> public_numbers() const = 0;
    // Kinds of plays under any rules, as kind_bit.
    virtual u32 play_kinds() const = 0;
    // Cards a hand has at most, with what others may have to pay it.
    virtual int most_held() const = 0;

    virtual CardIds held(const AnyState& state, int seat) const = 0;
    // The play to beat; kind pass for a lead.
    virtual Combo table(const AnyState& state) const = 0;
    virtual int table_by(const AnyState& state) const = 0;  // -1: nobody
    // Kinds of cards that count as big aces.
    virtual u64 big_kinds(const AnyState& state) const {
        (void)state;
        return 0;
    }
    // Cards that everybody can tell from others of their kind.
    virtual CardIds marked_cards(const AnyState& state) const {
        (void)state;
        return {};
    }
    // Whether there are actions of that kind that name cards.
    virtual bool names_card(ActionKind kind) const {
        (void)kind;
        return false;
    }
    // Whose side a seat is on, by number in side_names(); -1 while it is not settled.
    virtual std::span<const char* const> side_names() const = 0;
    virtual int side_of(const AnyState& state, int seat) const = 0;
    // What a seat that is left to the table answers; false where these rules know no such thing.
    virtual bool auto_action(const AnyState& state, Action& action) const {
        (void)state, (void)action;
        return false;
    }
};

}  // namespace pokerfast
