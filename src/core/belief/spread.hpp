// Cards dealt to places at random: every way that keeps to the limits is equally likely. Counted
// exactly by a table over kinds and free places, then drawn from the counts.
#pragma once

#include "base/random.hpp"
#include "game/game.hpp"

#include <unordered_map>
#include <vector>

namespace pokerfast::belief {

using Places = u8;  // a bit a place, as in CardPlaces

class Spread {
  public:
    static constexpr int places_n = CardPlaces::piles_n;

    // A card, and where it may be.
    void add(int id, Places places) { cards_.push_back({id, places}); }
    // At most and at least so many copies of a kind at a place.
    void limit(int kind, int place, int most);
    // All these places together.
    void need(int kind, Places places, int least);
    // `sizes`: cards for each place, together all that were added. Limits above nothing may be left
    // out where there would be too much to count; false if there is no way at all.
    bool build(const int (&sizes)[places_n]);
    void draw(Draws& draws, CardIds (&out)[places_n]) const;

  private:
    static constexpr u8 any = 9;  // more than there are

    struct Card {
        int id;
        Places places;
    };
    struct Need {
        Places places;
        int least;
    };
    struct Limits {
        u8 most[places_n] = {any, any, any, any, any, any};
        std::vector<Need> needs;
    };
    // One way to divide some cards: how many go where, and in how many ways that can be done.
    struct Way {
        u64 taken;  // eight bits a place
        long double ways;
        u32 where;  // of single kinds: the place of each copy, four bits each
    };
    struct Part {
        std::vector<int> ids;
        bool by_card = false;
        std::vector<Way> ways;
    };
    using Table = std::unordered_map<u64, long double>;

    bool take_fixed(const int (&sizes)[places_n]);
    void make_parts(bool pairs, bool needs);
    void add_ways(Part& part, Places places) const;
    void add_ways_by_card(Part& part, const std::vector<Card>& cards, const Limits& limits) const;
    long double count(std::size_t part, u64 room);
    long double ways_left(std::size_t part, u64 room) const;

    std::vector<Card> cards_;
    std::unordered_map<int, Limits> limits_;
    std::vector<Part> parts_;
    std::vector<int> rest_;  // go anywhere
    CardIds fixed_[places_n];
    std::vector<Table> tables_;
    u64 room_ = 0;
    u64 steps_ = 0;
    long double total_ = 0;
};

// A number in [0, limit) fine enough for weights.
double draw_fraction(Draws& draws);
void shuffle(Draws& draws, std::vector<int>& ids);

}  // namespace pokerfast::belief
