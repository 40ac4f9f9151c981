// What the Cython binder calls for climbing games: cards of any number of packs in and out, and
// actions as text.
#pragma once

#include "_fast_trick.hpp"
#include "game/climb.hpp"

namespace pokerfast::bind {

// Cards as a caller names them: by rank, and, where suits are given, some by their copy and the
// others by kind alone.
struct Cards {
    RankCounts counts;
    CardIds named;
    CardIds plain;  // deck n: kinds of which more than n copies are not named

    bool suited() const { return !named.empty() || !plain.empty(); }
    void forget_suits() { named = plain = {}; }
    int copies(int kind) const { return named.copies(kind) + plain.copies(kind); }
    // Copy 0: any. False if that copy is there already, or all four are.
    bool add(int kind, int copy) {
        if (copies(kind) == most_packs) return false;
        if (copy == 0) {
            plain.deck[plain.copies(kind)] |= 1ull << kind;
            return true;
        }
        if (named.deck[copy - 1] >> kind & 1) return false;
        named.deck[copy - 1] |= 1ull << kind;
        return true;
    }
    // Physical cards out of `held`, the lowest where a copy is not named; cards that are not held
    // where there are too few.
    CardIds resolved(const CardIds& held) const {
        CardIds taken = named;
        const CardIds free = held - named;
        for (u64 kinds = plain.kinds(); kinds; kinds &= kinds - 1) {
            const int kind = lowest(kinds);
            int n = plain.copies(kind);
            const u64 bit = 1ull << kind;
            for (int deck = 0; deck < most_packs && n > 0; ++deck)
                if (free.deck[deck] & bit) {
                    taken.deck[deck] |= bit;
                    --n;
                }
            for (int deck = 0; deck < most_packs && n > 0; ++deck)
                if (!(taken.deck[deck] & bit)) {
                    taken.deck[deck] |= bit;
                    --n;
                }
        }
        return taken;
    }
    // Without a hand to take them from: the lowest copies.
    CardIds ids() const {
        constexpr u64 every = full_deck;
        return resolved({{every, every, every, every}});
    }
};

inline Cards cards_of_ids(const CardIds& ids, u64 big_kinds) {
    return {ranks_of(ids, big_kinds), ids, {}};
}

// What the packs of a game, or of any game, can hold.
struct PackLimits {
    RankCounts ranks;
    int decks;
    u64 kinds;

    // Whether the cards come out of the packs. Of aces by suit nobody knows yet which are big ones.
    bool fits(const Cards& cards) const {
        if (!cards.suited()) return ranks.holds(cards.counts);
        const CardIds ids = cards.ids();
        for (int deck = decks; deck < most_packs; ++deck)
            if (ids.deck[deck]) return false;
        return !(ids.kinds() & ~kinds);
    }
};

inline PackLimits limits_of(const Plays& plays) {
    return {plays.pack(), plays.decks(), plays.kinds()};
}

// The widest there are.
inline PackLimits any_limits() {
    RankCounts ranks;
    for (int slot = 0; slot < slot_small_joker; ++slot) ranks += ranks_of(slot, 16);
    return {ranks + ranks_of(slot_small_joker, 4) + ranks_of(slot_big_joker, 4) +
                ranks_of(slot_big_ace, 2),
            most_packs, full_deck};
}

// The quick way for canonical text by rank; false if anything is unusual, which the full grammar
// then judges.
inline bool read_ranks(const char* text, std::size_t size, const PackLimits& pack,
                       RankCounts& out) {
    struct Slots {
        u8 of[256];
    };
    static constexpr Slots slots = [] {
        Slots made{};
        for (u8& slot : made.of) slot = 255;
        // No `*`: with big aces a pack has fewer plain ones.
        constexpr char glyphs[] = "3456789TJQKA2wW";
        for (u8 slot = 0; slot < 15; ++slot) made.of[static_cast<u8>(glyphs[slot])] = slot;
        return made;
    }();
    u64 words[2] = {};
    if (size > 127) return false;  // a byte holds no more to compare
    for (std::size_t i = 0; i < size; ++i) {
        const u8 slot = slots.of[static_cast<u8>(text[i])];
        if (slot == 255) return false;
        words[slot >> 3] += 1ull << (8 * (slot & 7));
    }
    out = {{words[0], words[1]}};
    return pack.ranks.holds(out);
}

inline const ClimbGame* climb_of(const Game* game) {
    return dynamic_cast<const ClimbGame*>(game);
}

// Canonical text: ranks in slot order.
inline void append_ranks(std::string& out, const RankCounts& counts) {
    static constexpr char glyphs[] = "3456789TJQKA2wW*";
    for (int slot = 0; slot < slots_n; ++slot)
        out.append(static_cast<std::size_t>(counts.of(slot)), glyphs[slot]);
}

// Canonical text by card. Cards of the kinds in `marked` tell their copy, of the others those of
// decks from `unmarked` on.
inline void append_ids(std::string& out, const CardIds& ids, u64 marked, int unmarked) {
    std::string text;
    each_printed(ids.kinds(), [&](int kind) {
        for (int deck = 0; deck < most_packs; ++deck)
            if (ids.deck[deck] >> kind & 1)
                append_card(text, kind, (marked >> kind & 1) || deck >= unmarked ? deck : -1);
    });
    out += text;
}

// Kinds of which other copies were taken than the lowest held.
inline u64 kinds_not_lowest(const CardIds& held, const CardIds& taken) {
    u64 kinds = 0, fewer = 0;  // a copy kept so far
    for (int deck = 0; deck < most_packs; ++deck) {
        kinds |= taken.deck[deck] & fewer;
        fewer |= held.deck[deck] & ~taken.deck[deck];
    }
    return kinds;
}

// Action text (docs/conventions.md) in the position it is done in. As others see it (`seen`), cards
// are named always: whether ranks would do tells of cards kept.
inline std::string climb_action_text(const ClimbGame& game, const AnyState& before,
                                     const Action& action, bool seen) {
    if (action.kind == ActionKind::bid) return "bid " + std::to_string(action.number);
    if (action.kind == ActionKind::administer)
        return std::string(administer_words[action.number % 4]) + " " +
               std::to_string(action.number / 4);
    std::string out;
    if (action.kind != ActionKind::play) out = action_words[static_cast<int>(action.kind)];
    if (action.kind != ActionKind::play && action.kind != ActionKind::take) {
        if (!action.ids.empty()) append_ids(out += ' ', action.ids, 0, most_packs);
        return out;
    }
    if (!out.empty()) out += ' ';
    const Combo& play = action.play;
    const bool leading = game.table(before).reading.kind == Kind::pass;
    if (leading && play.reading.kind != Kind::pass &&
        game.plays().classify(play.cards) != play.reading) {
        out += kind_names[static_cast<int>(play.reading.kind)];
        if (game.plays().reading_of_kind(play.cards, play.reading.kind) != play.reading) {
            out.push_back('@');
            append_ranks(out, ranks_of(play.reading.rank, 1));
        }
        out.push_back(':');
    }
    const CardIds& ids = action.ids;
    const int seat = game.seat(before);
    const CardIds held = seat < 0 ? CardIds{} : game.held(before, seat);
    if (seen)
        append_ids(out, ids, game.marked_cards(before).kinds(), most_packs);
    else if (!ids.empty() &&
             (!held.holds(ids) || lowest_ids(held, play.cards, game.big_kinds(before)) != ids))
        append_ids(out, ids, kinds_not_lowest(held, ids), most_packs);
    else
        append_ranks(out, play.cards);
    return out;
}

inline std::vector<Combo> list_leads(const Plays& plays, const RankCounts& hand) {
    std::vector<Combo> combos;
    plays.leads(hand, combos);
    return combos;
}

inline std::vector<Combo> list_every(const Plays& plays) {
    std::vector<Combo> combos;
    plays.every(combos);
    return combos;
}

inline std::vector<Combo> list_follows(const Plays& plays, const RankCounts& hand,
                                       const Combo& table) {
    std::vector<Combo> combos;
    plays.follows(hand, table, combos);
    return combos;
}

inline std::vector<Combo> list_readings(const Plays& plays, const RankCounts& cards) {
    std::vector<Reading> readings;
    plays.readings(cards, readings);
    std::vector<Combo> combos;
    for (const Reading reading : readings)
        combos.push_back({cards, reading, static_cast<u8>(cards.total())});
    return combos;
}

}  // namespace pokerfast::bind
