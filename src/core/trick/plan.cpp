#include "trick/plan.hpp"

namespace pokerfast {

TrickPlan::TrickPlan(const TrickRules& rules_, const TrumpSpec& trump_)
    : rules(rules_), trump(trump_) {
    const auto in_ranks = [](int rank) { return rank == no_rank ? 0 : kinds_of_rank(rank); };
    const u64 level = in_ranks(trump.level);
    const u64 permanent = trump.permanent == trump.level ? 0 : in_ranks(trump.permanent);
    const u64 suit = trump.suit == no_trump ? 0 : kinds_of_suit(trump.suit);
    const bool jokers = trump.kinds & joker_kinds;
    pack = trump.kinds;
    kinds[any_group] = pack;

    specials = 0;
    const auto add_special = [&](u64 kinds_here) {
        if (kinds_here) special[specials++] = kinds_here;
    };
    add_special(permanent & ~suit);
    add_special(permanent & suit);
    add_special(level & ~suit);
    add_special(level & suit);
    if (jokers) {
        add_special(1ull << kind_small_joker);
        add_special(1ull << kind_big_joker);
    }

    for (int group = 0; group < groups_n; ++group) {
        const bool trumps = group == trump_group;
        const int own = trumps ? trump.suit : group;
        plain[group] = own == no_trump || (!trumps && own == trump.suit)
                           ? 0
                           : kinds_of_suit(own) & ~level & ~permanent;
        kinds[group] = plain[group];
        if (trumps)
            for (int i = 0; i < specials; ++i) kinds[group] |= special[i];
        plain_places[group] = static_cast<u8>(count_bits64(plain[group]));
        places[group] = static_cast<u8>(plain_places[group] + (trumps ? specials : 0));
        int place = 0, last_rank = -1;
        linked[group] = 0;
        for (u64 left = plain[group]; left; left &= left - 1, ++place) {
            const int kind = lowest(left);
            const int rank = kind % ranks_n;
            kind_at_[group][place] = static_cast<u8>(kind);
            group_of[kind] = static_cast<u8>(group);
            place_of[kind] = static_cast<u8>(place);
            if (place > 0 && (rules.gap_tractor || rank == last_rank + 1))
                linked[group] |= lane(place - 1);
            last_rank = rank;
        }
        if (!trumps) continue;
        for (int i = 0; i < specials; ++i, ++place) {
            for (u64 left = special[i]; left; left &= left - 1) {
                group_of[lowest(left)] = trump_group;
                place_of[lowest(left)] = static_cast<u8>(place);
            }
            if (place == 0) continue;
            const bool to_suit = i == 0, both_jokers = jokers && i == specials - 1;
            const bool open = rules.level_tractor == level_tractor::full ||
                              (rules.level_tractor == level_tractor::jokers_only && both_jokers) ||
                              (rules.level_tractor == level_tractor::no_ace && !to_suit);
            if (open) linked[group] |= lane(place - 1);
        }
    }
    for (int kind = 0; kind < kinds_n; ++kind)
        if (!(pack >> kind & 1)) group_of[kind] = place_of[kind] = 0;

    const bool two = permanent && level;
    const int high = two ? (trump.level > trump.permanent ? trump.level : trump.permanent)
                         : (level ? trump.level : trump.permanent);
    const int low = trump.level > trump.permanent ? trump.permanent : trump.level;
    below_high_ = level || permanent ? (1ull << high) - 1 : suit_mask;
    below_low_ = two ? (1ull << low) - 1 : suit_mask;
}

}  // namespace pokerfast
