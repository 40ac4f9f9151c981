#include "climb/dadaa/plan.hpp"

#include "cards/deck.hpp"

namespace pokerfast {

namespace {

consteval DadaaBeaters make_beaters() {
    using enum Kind;
    DadaaBeaters beaters{};
    const auto beats = [&](Kind play, auto... tables) {
        ((beaters.of[static_cast<int>(tables)] |= kind_bit(play)), ...);
    };
    beats(joker, single);
    beats(big_ace, single, joker);
    beats(egg, single, pair, dragon);
    beats(big_egg, single, joker, big_ace, pair, dragon, double_dragon, egg);
    // From here on each kind beats all that come before it.
    constexpr Kind rising[] = {single,        joker,      big_ace, pair,       dragon,
                               double_dragon, egg,        big_egg, joker_pair, egg_chain,
                               false_eight,   true_seven, joker3,  joker4,     big_ace_pair};
    constexpr int last = sizeof(rising) / sizeof(*rising);
    for (int i = 8; i < last; ++i)
        for (int j = 0; j < i; ++j) beats(rising[i], rising[j]);
    return beaters;
}

}  // namespace

constexpr DadaaBeaters dadaa_beaters = make_beaters();

DadaaPlan::DadaaPlan(const DadaaRules& rules) {
    if (rules.ladder == ladder::rank_chain) {
        turn_up = 12;
        turn_down = 1;
    }
    low_ace = rules.ladder == ladder::ace_low;
    longest_egg_chain = rules.egg_chain_min ? ordinary_ranks : 3;
    most_fours = rules.fours_take_true_seven ? 7 : 5;
    joins = rules.big_ace_joins;
    joker_pairs = rules.joker_pair_order;

    const int places = ordinary_ranks + static_cast<int>(low_ace);
    int slot_at[line_places] = {};
    for (int slot = 0; slot < ordinary_ranks; ++slot)
        for (u32 left = line(1u << slot); left; left &= left - 1) slot_at[lowest(left)] = slot;
    // What a run is compared by, as a number that rises.
    const auto value = [&](int start, int length) {
        int least = ordinary_ranks;
        for (int i = start; i < start + length; ++i)
            least = dadaa_strength(slot_at[i]) < least ? dadaa_strength(slot_at[i]) : least;
        return rules.wrap_position ? start : least;
    };
    for (int length = 1; length < line_places; ++length) {
        possible[length] = with_ace[length] = 0;
        for (int slot = 0; slot < ordinary_ranks; ++slot) above_run[length][slot] = 0;
        for (int start = 0; start + length <= places; ++start) {
            // A run that begins with the low ace ends before the king.
            if (low_ace && start == 0 && length >= ordinary_ranks) continue;
            possible[length] = static_cast<u16>(possible[length] | 1u << start);
            RankCounts& cards = run[start][length] = {};
            for (int i = start; i < start + length; ++i) {
                cards += ranks_of(slot_at[i], 1);
                if (slot_at[i] == slot_ace)
                    with_ace[length] = static_cast<u16>(with_ace[length] | 1u << start);
                const bool is_key = rules.wrap_position
                                        ? i == start
                                        : dadaa_strength(slot_at[i]) == value(start, length);
                if (is_key) key[start][length] = static_cast<u8>(slot_at[i]);
            }
        }
    }
    for (int length = 1; length < line_places; ++length)
        for (u32 a = possible[length]; a; a &= a - 1)
            for (u32 b = possible[length]; b; b &= b - 1) {
                const int table = lowest(a), play = lowest(b);
                if (value(play, length) > value(table, length)) {
                    u16& above = above_run[length][key[table][length]];
                    above = static_cast<u16>(above | 1u << play);
                }
            }
    for (int slot = 0; slot < ordinary_ranks; ++slot) {
        above_rank[slot] = 0;
        for (int other = 0; other < ordinary_ranks; ++other)
            if (dadaa_strength(other) > dadaa_strength(slot)) above_rank[slot] |= 1u << other;
    }
}

}  // namespace pokerfast
