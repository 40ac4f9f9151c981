// One decision of a trick-taking game made id by id: a kind of card, the end of the cards, or a
// word. The ids that are open at any time are exactly those from which a legal action can still be
// reached, and every legal action is reached in one way.
//
//   0 … 53      a card of that kind; never a lower kind than the one before
//   54          the cards chosen are all
//   55 …        the game's words, in their order
//
// Cards are an action by themselves as soon as no further card can follow; `end` is open where they
// are an action but others go on from them.
#pragma once

#include "game/trick.hpp"

namespace pokerfast {

class CardTurn {
  public:
    static constexpr int id_end = kinds_n, id_words = kinds_n + 1;
    static constexpr std::size_t most_words = 64;

    // The game must outlive it; the state is not looked at again.
    CardTurn(const TrickGame& game, const AnyState& state);

    int ids() const { return id_words + static_cast<int>(game_.words().size()); }
    bool is_open(int id) const;
    // out[id] = 1 where open, else 0.
    void mask(signed char* out) const;
    const Copies& chosen() const { return chosen_; }
    bool is_done() const { return done_; }

    // Takes an id that is open; true when that completes the action.
    bool step(int id, Action& action);

  private:
    const TrickGame& game_;
    CardSets sets_;
    Pile held_;
    Copies chosen_;
    Next next_;
    u64 words_ = 0;
    bool done_ = false;
};

}  // namespace pokerfast
