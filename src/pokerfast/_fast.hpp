// What the Cython binder calls: the core's templates as plain functions over vectors.
#pragma once

#include "_fast_trick.hpp"
#include "cards/deck.hpp"
#include "climb/readings.hpp"
#include "climb/sinks.hpp"
#include "game/doudizhu.hpp"
#include "game/registry.hpp"
#include "game/snapshot.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pokerfast::bind {

inline std::vector<Combo> list_leads(const Plan& plan, u64 counts) {
    const Planes planes = planes_of(counts);
    std::vector<Combo> combos(count_leads(plan, planes));
    Lister lister{combos.data()};
    walk_leads(plan, planes, lister);
    return combos;
}

inline std::vector<Combo> list_follows(const Plan& plan, u64 counts, Reading table) {
    const Planes planes = planes_of(counts);
    std::vector<Combo> combos(count_follows(plan, planes, table));
    Lister lister{combos.data()};
    walk_follows(plan, planes, table, lister);
    return combos;
}

inline std::vector<Combo> list_readings(const Plan& plan, u64 counts) {
    std::vector<Combo> combos;
    const u8 size = static_cast<u8>(total_of(counts));
    each_reading(plan, counts, [&](Reading reading) {
        combos.push_back({counts, reading, size});
        return false;
    });
    return combos;
}

inline u32 leads_count(const Plan& plan, u64 counts) {
    return count_leads(plan, planes_of(counts));
}

inline u32 follows_count(const Plan& plan, u64 counts, Reading table) {
    return count_follows(plan, planes_of(counts), table);
}

// The plan of a climbing game, or a null pointer.
inline const Plan* plan_of(const Game* game) {
    const auto* climbing = dynamic_cast<const DouDizhu*>(game);
    return climbing ? &climbing->plan() : nullptr;
}

// Canonical text: ranks in slot order.
inline void append_ranks(std::string& out, u64 counts) {
    static constexpr char glyphs[] = "3456789TJQKA2wW*";
    for (int slot = 0; slot < 16; ++slot)
        out.append(static_cast<std::size_t>(copies_at(counts, slot)), glyphs[slot]);
}

// Canonical suited text of one deck: W w, then S H D C, each A … 2.
inline void append_ids(std::string& out, u64 ids) {
    static constexpr char ranks[] = "23456789TJQKA", suits[] = "SHDC";
    const auto put = [&](std::string_view card) {
        if (!out.empty() && out.back() != ':') out.push_back(' ');
        out += card;
    };
    if (ids >> 53 & 1) put("W");
    if (ids >> 52 & 1) put("w");
    for (int suit = 0; suit < 4; ++suit)
        for (int rank = 12; rank >= 0; --rank)
            if (ids >> (13 * suit + rank) & 1) put(std::string{suits[suit], ranks[rank]});
}

// Action text (docs/conventions.md). `held` are the ids in the hand, or 0 to print by rank always;
// `leading` says whether the reading may matter.
inline std::string action_text(const Plan& plan, const Action& action, u64 held, bool leading,
                               bool by_card) {
    if (action.kind == ActionKind::bid) return "bid " + std::to_string(action.number);
    if (action.kind == ActionKind::administer)
        return std::string(administer_words[action.number % 4]) + " " +
               std::to_string(action.number / 4);
    if (action.kind != ActionKind::play) return action_words[static_cast<int>(action.kind)];
    std::string out;
    const Combo& play = action.play;
    if (leading && play.reading.kind != Kind::pass && classify(plan, play.cards) != play.reading) {
        out += kind_names[static_cast<int>(play.reading.kind)];
        if (reading_of_kind(plan, play.cards, play.reading.kind) != play.reading) {
            out.push_back('@');
            append_ranks(out, copies_of(play.reading.rank, 1));
        }
        out.push_back(':');
    }
    const u64 ids = action.ids.deck[0];
    if (ids && (by_card || (held && lowest_ids(held, play.cards) != ids)))
        append_ids(out, ids);
    else
        append_ranks(out, play.cards);
    return out;
}

}  // namespace pokerfast::bind
