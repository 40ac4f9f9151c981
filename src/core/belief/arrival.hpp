// In which order the cards of a deal came, as far as questions while dealing tell.
#pragma once

#include "belief/spread.hpp"

namespace pokerfast::belief {

// What was seen of the order in one hand.
struct HandOrder {
    int begin = 0, size = 0;  // in the deal's order
    // Slots below `loose` hold the cards seen there in any order, those from there below `exact`
    // exactly the cards seen there; the others anything.
    int loose = 0, exact = 0;
    // The first watched card came at this slot; no slot below `clear` has one.
    int first = -1;
    int clear = 0;

    bool hidden() const { return exact == 0; }
    // How likely a random order of a hand with so many watched cards is like that.
    double likelihood(int watched) const;
};

class Arrival {
  public:
    HandOrder hand[most_seats];
    Watched watched;
    CardIds turned;  // kitty cards that everybody saw: they came where they came

    // Puts piles into an order that fits; false if the cards ask for another try.
    bool draw(Draws& draws, const CardPlaces& original, int seats, CardPlaces& places) const;

  private:
    // The first n slots of a hand, as the questions tell: every order that fits is as likely.
    static bool fill(Draws& draws, const HandOrder& order, int n, std::vector<int>& watched_ids,
                     std::vector<int>& rest, u8* slot);
    double best(const HandOrder& order) const;
};

}  // namespace pokerfast::belief
