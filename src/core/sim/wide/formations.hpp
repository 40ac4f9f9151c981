// Leads of two trios in a row with and without wings, and of fours with two: how many there are,
// and which one a number means. In the order of the walk (climb/doudizhu/walk.hpp).
#pragma once

#include "cards/deck.hpp"
#include "sim/wide/backend.hpp"
#include "sim/wide/hands.hpp"

namespace pokerfast {

namespace {

// What the leads of a hand are: where the numbers of each kind end, and how many wings there are to
// one body.
struct Formations {
    V starts;  // where two trios begin
    V ends[4], total;
    V solos, pairs, singles, doubles;
    M both_jokers;  // and they are no wings together, which changes the order of the walk
};

struct Formation {
    V rank, length, kind;
    V first, second, third, fourth;  // ranks that give so many cards
};

class FormationRules {
  public:
    explicit FormationRules(const WidePlan& wide) {
        const auto mask = [](int word) { return Lanes::set1(word); };
        trio_chain_ = mask(wide.trio_chain);
        trio_solo_chain_ = mask(wide.trio_solo_chain);
        trio_pair_chain_ = mask(wide.trio_pair_chain);
        four_two_solo_ = mask(wide.four_two_solo);
        four_two_pair_ = mask(wide.four_two_pair);
        wings2_ = mask(wide.wings2);
        repeat_pairs_ = mask(wide.repeat_pairs);
        four_pair_ = mask(wide.four_pair);
        split_jokers_ = mask(wide.split_jokers & joker_slots);
        exist_ = wide.trio_chain | wide.trio_solo_chain | wide.trio_pair_chain |
                 wide.four_two_solo | wide.four_two_pair;
    }

    bool exist() const { return exist_; }

    PF_INLINE Formations count(const Hand& hand, V starts, V n1, V n2, V n4) const {
        const V one = all<1>(), two = all<2>();
        Formations found;
        found.starts = starts;
        found.both_jokers = Lanes::gt(hand.p1 & split_jokers_, all<joker_slots - 1>());
        const V both = Lanes::keep(found.both_jokers, one);
        const V trios = Lanes::popc(starts);
        found.solos = pairs_of(n1 - two) + ((n2 - two) & wings2_) - both;
        // Fours outside the chain are two pair wings each.
        const V outside =
            trios * n4 - Lanes::popc(starts & hand.p4) - Lanes::popc(starts << 1 & hand.p4);
        const V pairs = pairs_of(n2 - two);
        found.pairs = pairs + (n4 & repeat_pairs_);  // where no four is in the chain
        found.singles = pairs_of(n1 - one) + ((n2 - one) & four_pair_) - both;
        found.doubles = pairs_of(n2 - one) + ((n4 - one) & repeat_pairs_);
        // Without a body there are none, whatever the wings come to.
        found.ends[0] = trios & trio_chain_;
        found.ends[1] = found.ends[0] + (trios * found.solos & trio_solo_chain_);
        found.ends[2] =
            found.ends[1] + ((trios * pairs + (outside & repeat_pairs_)) & trio_pair_chain_);
        found.ends[3] = found.ends[2] + (n4 * found.singles & four_two_solo_);
        found.total = found.ends[3] + (n4 * found.doubles & four_two_pair_);
        return found;
    }

    // The play that `index` means, in the lanes of `active`. Right where no four lies in the chain
    // and the jokers aren't kept apart.
    PF_INLINE Formation pick(const Formations& found, const Hand& hand, V index, M active) const {
        using enum Kind;
        const V one = all<1>(), two = all<2>();
        const M solos = Lanes::ge(index, found.ends[0]), pairs = Lanes::ge(index, found.ends[1]);
        const M fours = Lanes::ge(index, found.ends[2]), doubles = Lanes::ge(index, found.ends[3]);
        const auto chosen = [&](V none, V solo, V pair, V four, V four_pair) {
            V value = Lanes::sel(solos, solo, none);
            value = Lanes::sel(pairs, pair, value);
            value = Lanes::sel(fours, four, value);
            return Lanes::sel(doubles, four_pair, value);
        };
        index -= chosen(V{}, found.ends[0], found.ends[1], found.ends[2], found.ends[3]);
        const V each = chosen(one, found.solos, found.pairs, found.singles, found.doubles);
        Formation play;
        play.kind = chosen(code<trio_chain>(), code<trio_solo_chain>(), code<trio_pair_chain>(),
                           code<four_two_solo>(), code<four_two_pair>());
        play.length = Lanes::sel(fours, one, two);

        // More than one or two bodies are rare.
        V bodies = Lanes::sel(fours, hand.p4, found.starts);
        for (M next = active & Lanes::ge(index, each); Lanes::any(next);
             next = next & Lanes::ge(index, each)) {
            index = Lanes::subtract(next, index, each);
            bodies = Lanes::sel(next, bodies & (bodies - one), bodies);
        }
        const V at = lowest(bodies);
        play.rank = Lanes::popc(at - one);
        const V body = Lanes::sel(fours, at, at | at << 1);

        // Two wings: by the lower one, and for each of these first its like, as it stands in the
        // walk.
        const M in_pairs = (pairs & ~fours) | doubles;
        const V like = Lanes::sel(fours, hand.p2 & four_pair_, hand.p2 & wings2_);
        V wings = Lanes::sel(in_pairs, hand.p2, hand.p1) & ~body;
        const V twice = Lanes::sel(in_pairs, hand.p4 & repeat_pairs_, like) & ~body;
        V low = lowest(wings);
        wings ^= low;
        for (M searched = active & solos;;) {
            const V ways = Lanes::plus(Lanes::popc(wings), Lanes::nz(low & twice));
            searched = searched & Lanes::ge(index, ways);
            if (!Lanes::any(searched)) break;
            index = Lanes::subtract(searched, index, ways);
            low = Lanes::sel(searched, lowest(wings), low);
            wings &= ~low;
        }
        const M same = Lanes::ge(index, Lanes::popc(wings));
        const V high = Lanes::sel(same, low, Lanes::bit(select_bits(wings, index)));
        const V wing = Lanes::keep(solos, low | high), doubled = Lanes::keep(solos & same, low);
        play.first = body | wing;
        play.second = body | Lanes::sel(in_pairs, wing, doubled);
        play.third = Lanes::join(in_pairs, body, doubled);
        play.fourth =
            Lanes::join(in_pairs, Lanes::keep(fours, body), Lanes::keep(in_pairs, doubled));
        return play;
    }

  private:
    PF_INLINE static V lowest(V bits) { return bits & (V{} - bits); }

    V trio_chain_, trio_solo_chain_, trio_pair_chain_, four_two_solo_, four_two_pair_, wings2_,
        repeat_pairs_, four_pair_, split_jokers_;
    bool exist_;
};

}  // namespace

}  // namespace pokerfast
