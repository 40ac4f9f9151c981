#include "trick/winner.hpp"

#include <algorithm>

namespace pokerfast {

namespace {

// Whether the lead's shapes from number i on fit into the line side by side.
bool packs(const Lead& lead, int i, const Line& line, u64 linked, int last) {
    if (i == lead.shapes) return true;
    const Shape shape = lead.shape[i];
    if (shape.length() == 1) {
        // No chain is left: triples come first, then pairs.
        int triples = 0;
        while (i + triples < lead.shapes && lead.shape[i + triples].width() == 3) ++triples;
        const int pairs = lead.shapes - i - triples;
        return line.triples() >= triples && line.pairs() - triples >= pairs;
    }
    u64 starts = chain_starts(line, shape, linked);
    if (last >= 0) starts &= (2ull << (3 * last)) - 1;
    while (starts) {
        const int place = highest64(starts) / 3;
        starts &= ~lane(place);
        const bool again = i + 1 < lead.shapes && lead.shape[i + 1] == shape;
        if (packs(lead, i + 1, without(line, shape, place), linked, again ? place : -1))
            return true;
    }
    return false;
}

// Top places of a play's units in one packing, in the order of the lead's shapes, equal shapes from
// the highest down, singles last.
struct Heights {
    int size = 0;
    u8 at[most_units];
};

// All packings of the lead's shapes into a play, for the rules that compare more than one unit.
class Packings {
  public:
    Packings(const TrickPlan& plan, int group, const Lead& lead, const Copies& play)
        : lead_(lead), linked_(plan.linked[group]), line_(line_of(plan, group, play)) {
        for (int place = 0; place < plan.places[group]; ++place) {
            const Copies here = play.within(plan.kinds_at(group, place, play.one));
            counts_[place] = static_cast<u8>(here.total());
        }
        places_ = plan.places[group];
    }

    template <class Visit>
    void each(Visit&& visit) {
        Heights heights;
        search(0, line_, -1, heights, visit);
    }

  private:
    template <class Visit>
    void search(int i, const Line& line, int last, Heights& heights, Visit&& visit) {
        if (i == lead_.shapes) {
            Heights whole = heights;
            for (int place = places_ - 1; place >= 0; --place)
                for (int n = counts_[place]; n > 0; --n)
                    whole.at[whole.size++] = static_cast<u8>(place);
            visit(whole);
            return;
        }
        const Shape shape = lead_.shape[i];
        u64 starts = chain_starts(line, shape, linked_);
        if (last >= 0) starts &= (2ull << (3 * last)) - 1;
        const bool again = i + 1 < lead_.shapes && lead_.shape[i + 1] == shape;
        for (; starts; starts &= starts - 1) {
            const int place = lowest(starts) / 3;
            heights.at[heights.size++] = static_cast<u8>(place + shape.length() - 1);
            for (int step = 0; step < shape.length(); ++step)
                counts_[place + step] = static_cast<u8>(counts_[place + step] - shape.width());
            search(i + 1, without(line, shape, place), again ? place : -1, heights, visit);
            for (int step = 0; step < shape.length(); ++step)
                counts_[place + step] = static_cast<u8>(counts_[place + step] + shape.width());
            --heights.size;
        }
    }

    const Lead& lead_;
    u64 linked_;
    Line line_;
    u8 counts_[most_places] = {};
    int places_;
};

bool larger(const Heights& a, const Heights& b) {
    return std::lexicographical_compare(b.at, b.at + b.size, a.at, a.at + a.size);
}

Heights best_heights(const TrickPlan& plan, int group, const Lead& lead, const Copies& play) {
    Heights best;
    Packings(plan, group, lead, play).each([&](const Heights& heights) {
        if (best.size == 0 || larger(heights, best)) best = heights;
    });
    return best;
}

bool dominates(const TrickPlan& plan, int group, const Lead& lead, const Copies& play,
               const Heights& standing) {
    bool found = false;
    Packings(plan, group, lead, play).each([&](const Heights& heights) {
        bool least = true, more = false;
        for (int i = 0; i < heights.size; ++i) {
            least &= heights.at[i] >= standing.at[i];
            more |= heights.at[i] > standing.at[i];
        }
        found |= least && more;
    });
    return found;
}

// The group a play competes in: the led one, trumps on a side-suit lead, or -1.
int contending_group(const TrickPlan& plan, const Lead& lead, const Copies& play) {
    if (!(play.one & ~plan.kinds[lead.group])) return lead.group;
    return play.one & ~plan.kinds[trump_group] ? -1 : trump_group;
}

}  // namespace

int deciding_height(const TrickPlan& plan, int group, const Lead& lead, const Copies& play) {
    if (lead.shapes == 0) return highest(plan.place_bits(group, play.one));
    const Shape shape = lead.shape[0];
    if (!(shape.width() == 2 ? play.two : play.three)) return -1;
    const Line line = line_of(plan, group, play);
    const u64 linked = plan.linked[group];
    const bool again = lead.shapes > 1 && lead.shape[1] == shape;
    for (u64 starts = chain_starts(line, shape, linked); starts;) {
        const int place = highest64(starts) / 3;
        starts &= ~lane(place);
        if (packs(lead, 1, without(line, shape, place), linked,
                  again && shape.length() > 1 ? place : -1))
            return place + shape.length() - 1;
    }
    return -1;
}

int winner_of(const TrickPlan& plan, const Lead& lead, std::span<const Copies> plays) {
    if (lead.size == 1) {
        int best = 0, height = -1;
        for (int i = 0; i < static_cast<int>(plays.size()); ++i) {
            // A trump stands above every card of the led suit, and that above all others.
            const int kind = lowest(plays[static_cast<std::size_t>(i)].one);
            const int group = plan.group_of[kind];
            const int value = plan.place_of[kind] + (group == trump_group  ? 64
                                                     : group == lead.group ? 32
                                                                           : 0);
            if (value > height) {
                height = value;
                best = i;
            }
        }
        return best;
    }
    if (lead.group == any_group) return 0;
    const i64 rule = plan.rules.overruff;
    int winner = 0, group = lead.group;
    int height = deciding_height(plan, group, lead, plays[0]);
    for (int i = 1; i < static_cast<int>(plays.size()); ++i) {
        const int own = contending_group(plan, lead, plays[static_cast<std::size_t>(i)]);
        if (own < 0 || (own != group && own != trump_group)) continue;
        const Copies& play = plays[static_cast<std::size_t>(i)];
        const int reached = deciding_height(plan, own, lead, play);
        if (reached < 0) continue;
        bool wins = own != group;  // the first ruff
        if (!wins) {
            const Copies& best = plays[static_cast<std::size_t>(winner)];
            if (rule == overruff::unit || lead.size == 1)
                wins = reached > height;
            else if (rule == overruff::highest)
                wins = highest(plan.place_bits(own, play.one)) >
                       highest(plan.place_bits(own, best.one));
            else
                wins = dominates(plan, own, lead, play, best_heights(plan, own, lead, best));
        }
        if (wins) {
            winner = i;
            group = own;
            height = reached;
        }
    }
    return winner;
}

i64 kitty_multiplier(const TrickRules& rules, Shape largest) {
    const int cards = largest.cards();
    i64 factor = 2;
    switch (rules.kitty_rule) {
        case kitty_rule::pow2: factor = i64{1} << (cards < 62 ? cards : 62); break;
        case kitty_rule::pairs:
            factor = i64{1} << (largest.width() == 1 ? 1 : largest.length() + 1);
            break;
        case kitty_rule::linear2: factor = 2 * cards; break;
        case kitty_rule::linear: factor = cards; break;
        default: break;
    }
    return factor < rules.kitty_cap ? factor : rules.kitty_cap;
}

}  // namespace pokerfast
