#include "game/game.hpp"

namespace pokerfast {

void CardPlaces::read_order() {
    for (int p = 0; p < piles_n; ++p) {
        pile[p] = {};
        for (int i = begin[p]; i < begin[p + 1]; ++i) pile[p].add(order[i]);
    }
}

void CardPlaces::take_dealt() {
    for (int j = 0; j < most_seats; ++j) {
        now[j] = {};
        for (int i = 0; i < dealt[j]; ++i) now[j].add(order[begin[j] + i]);
    }
}

int CardPlaces::pile_of(int id) const {
    for (int p = 0; p < piles_n; ++p)
        if (pile[p].has(id)) return p;
    return -1;
}

}  // namespace pokerfast
