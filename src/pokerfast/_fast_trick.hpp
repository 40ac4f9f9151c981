// What the Cython binder calls for trick-taking games: cards with suits in and out, and the
// questions of a trump.
#pragma once

#include "game/card_turn.hpp"
#include "game/dabaifen.hpp"
#include "game/erqiwang.hpp"
#include "game/registry.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pokerfast::bind {

// Cards as a caller names them: some by their copy, the others by kind alone.
struct Suited {
    Pile named;
    Copies plain;

    Copies copies() const { return named.copies() + plain; }
    bool exact() const { return plain.one == 0; }
    bool add(int kind,
             int copy) {  // copy 0: any; false if there are three of the kind, or that one
        if (copies().of(kind) == most_decks) return false;
        if (copy == 0) {
            plain.add(kind);
            return true;
        }
        const int id = (copy - 1) * kinds_n + kind;
        if (named.has(id)) return false;
        named.add(id);
        return true;
    }
};

// The quick way for canonical text; false if anything is unusual, which the full grammar then
// judges.
inline bool read_canonical(const char* text, std::size_t size, Suited& out) {
    static constexpr std::string_view ranks = "23456789TJQKA", suits = "SHDC";
    std::size_t i = 0;
    while (i < size) {
        if (text[i] == ' ') {
            ++i;
            continue;
        }
        int kind, copy = 0;
        if (text[i] == 'W' || text[i] == 'w') {
            kind = text[i++] == 'W' ? kind_big_joker : kind_small_joker;
        } else {
            const std::size_t suit = suits.find(text[i]);
            if (suit == suits.npos || ++i == size) return false;
            const std::size_t rank = ranks.find(text[i++]);
            if (rank == ranks.npos) return false;
            kind = static_cast<int>(13 * suit + rank);
        }
        if (i < size && text[i] == '/') {
            if (++i == size || text[i] < '1' || text[i] > '3') return false;
            copy = text[i++] - '0';
        }
        if (i < size && text[i] != ' ') return false;
        if (!out.add(kind, copy)) return false;
    }
    return true;
}

// Physical cards for `cards`, taken from `held` where only the kind is named: the lowest not named.
// False where there are too few; `out` then holds cards that are not held.
inline bool resolve(const Suited& cards, const Pile& held, Pile& out) {
    const Pile rest = held - cards.named;
    const bool enough = rest.copies().holds(cards.plain);
    out =
        cards.named | lowest_of(enough ? rest : whole_pack(most_decks) - cards.named, cards.plain);
    return enough && held.holds(cards.named);
}

inline void append_card(std::string& out, int kind, int deck) {
    static constexpr char ranks[] = "23456789TJQKA", suits[] = "SHDC";
    if (!out.empty()) out.push_back(' ');
    if (kind >= kind_small_joker) {
        out.push_back(kind == kind_big_joker ? 'W' : 'w');
    } else {
        out.push_back(suits[kind / 13]);
        out.push_back(ranks[kind % 13]);
    }
    if (deck >= 0) {
        out.push_back('/');
        out.push_back(static_cast<char>('1' + deck));
    }
}

// Calls visit(kind) in the order cards are printed: W w, then S H D C, each A … 2.
template <class Visit>
void each_printed(u64 kinds, Visit&& visit) {
    if (kinds >> kind_big_joker & 1) visit(kind_big_joker);
    if (kinds >> kind_small_joker & 1) visit(kind_small_joker);
    for (int suit = 0; suit < 4; ++suit)
        for (u64 own = kinds >> (13 * suit) & suit_mask; own;) {
            const int rank = highest64(own);
            own &= ~(1ull << rank);
            visit(13 * suit + rank);
        }
}

// Canonical text by kind.
inline void append_copies(std::string& out, const Copies& cards) {
    each_printed(cards.one, [&](int kind) {
        for (int n = cards.of(kind); n > 0; --n) append_card(out, kind, -1);
    });
}

// Canonical text; cards of the kinds in `marked` tell their copy.
inline void append_pile(std::string& out, const Pile& pile, u64 marked) {
    const Copies copies = pile.copies();
    each_printed(copies.one, [&](int kind) {
        for (int deck = 0; deck < most_decks; ++deck)
            if (pile.deck[deck] >> kind & 1) append_card(out, kind, marked >> kind & 1 ? deck : -1);
    });
}

// Kinds of which other copies were taken than the lowest held.
inline u64 kinds_not_lowest(const Pile& held, const Pile& taken) {
    const Pile lowest = lowest_of(held, taken.copies());
    u64 kinds = 0;
    for (int deck = 0; deck < most_decks; ++deck) kinds |= lowest.deck[deck] ^ taken.deck[deck];
    return kinds;
}

// Action text of a trick-taking game. `held` is the hand the cards came from; by_kind: never name a
// copy.
inline std::string trick_action_text(const Action& action, const Pile& held, bool by_kind) {
    switch (action.kind) {
        case ActionKind::bid: return "bid " + std::to_string(action.number);
        case ActionKind::name: {
            static constexpr const char* trumps[] = {"S", "H", "D", "C", "NT"};
            return std::string("name ") + trumps[action.number % 5];
        }
        case ActionKind::administer:
            return std::string(administer_words[action.number % 4]) + " " +
                   std::to_string(action.number / 4);
        default: break;
    }
    const Pile cards = action.ids.pile();
    std::string out;
    append_pile(out, cards, by_kind || !action.exact ? 0 : kinds_not_lowest(held, cards));
    if (action.kind == ActionKind::play) return out;
    std::string text = action_words[static_cast<int>(action.kind)];
    return out.empty() ? text : text + " " + out;
}

inline const TrickGame* trick_of(const Game* game) {
    return dynamic_cast<const TrickGame*>(game);
}

// The game if its deals are worth what the function says.
inline const Shengji* with_rooms(const Game* game) {
    const Shengji* found = dynamic_cast<const Shengji*>(game);
    return found && found->has_rooms() ? found : nullptr;
}

inline const Shengji* with_levels(const Game* game) {
    const Shengji* found = dynamic_cast<const Shengji*>(game);
    return found && found->counts_levels() ? found : nullptr;
}

inline bool has_grades(const Game* game) {
    return dynamic_cast<const Erqiwang*>(game) != nullptr;
}

inline bool has_contracts(const Game* game) {
    const Dabaifen* found = dynamic_cast<const Dabaifen*>(game);
    return found && !found->counts_levels();
}

inline LevelResult level_result_of(const Shengji& game, i64 points) {
    return level_result(game.rules(), points);
}

// Of a deal that is over.
inline LevelResult level_result_of(const Shengji& game, const AnyState& state) {
    return game.result(TrickGame::of(state));
}

inline bool has_bid(const TrickGame& game, i64 bid) {
    return game.ladder() && 0 < bid && bid < 1000 && game.ladder()->has(static_cast<int>(bid));
}

// Kinds at a place of a group.
inline u64 kinds_of_place(const TrickPlan& plan, int group, int place) {
    return plan.kinds_at(group, place, plan.pack);
}

inline bool test_throw_of(const TrickPlan& plan, const Copies& cards,
                          const std::vector<Copies>& others, Copies& forced) {
    const int group = lead_group(plan, cards);
    if (group < 0) return false;
    if (group == any_group) return true;
    Split units;
    split(plan, group, cards, units);
    const ThrowTest test = test_throw(plan, group, cards, units, others);
    forced = test.forced;
    return test.stands;
}

inline const TrickPlan* plan_at(const TrickGame* game, int suit, int level) {
    return &game->plan(suit, level);
}

// Offset of the winner; plays of another size than the lead's win nothing.
inline int winner_among(const TrickPlan& plan, const std::vector<Copies>& plays) {
    std::vector<Copies> sized;
    std::vector<int> offset;
    for (std::size_t i = 0; i < plays.size(); ++i)
        if (plays[i].total() == plays[0].total()) {
            sized.push_back(plays[i]);
            offset.push_back(static_cast<int>(i));
        }
    return offset[static_cast<std::size_t>(winner_of(plan, lead_of(plan, plays[0]), sized))];
}

inline i64 multiplier_of(const TrickPlan& plan, const Copies& cards) {
    return kitty_multiplier(plan.rules, lead_of(plan, cards).largest());
}

inline i64 room_points_of(const Shengji& game, bool attackers, int levels,
                          const std::vector<i64>& scores, i64 grand_slam) {
    return game.room_points(attackers, levels, scores, grand_slam);
}

// As many of each kind, from the first pack on.
inline Pile lowest_pile(const Copies& cards) {
    return {{cards.one, cards.two, cards.three}};
}

// Cards for a setup. Where only some name their copy, the others take the lowest of `free`, which
// shrinks; the core places what is by kind alone.
inline CardsArg placed(const Suited& cards, Pile& free) {
    if (cards.exact()) return {CardIds::of(cards.named), true};
    if (!cards.named.empty() && free.copies().holds(cards.plain)) {
        const Pile rest = lowest_of(free, cards.plain);
        free = free - rest;
        return {CardIds::of(cards.named | rest), true};
    }
    return {CardIds::of(lowest_pile(cards.copies())), false};
}

inline std::unique_ptr<CardTurn> card_turn_of(const TrickGame& game, const AnyState& state) {
    return std::make_unique<CardTurn>(game, state);
}

// A byte an id.
inline void fill_mask(const CardTurn& turn, char* out) {
    turn.mask(reinterpret_cast<signed char*>(out));
}

// Of one of the game's words.
inline std::string word_text(const TrickGame& game, int word) {
    return trick_action_text(game.words()[static_cast<std::size_t>(word)], {}, true);
}

inline int count_words(const TrickGame& game) {
    return static_cast<int>(game.words().size());
}

inline const Pile& hand_to_move(const AnyState& state) {
    const trick::State& s = TrickGame::of(state);
    return s.hand[s.turn & 3];
}

}  // namespace pokerfast::bind
