#include "climb/baohuang/plays.hpp"

#include "cards/card_ids.hpp"
#include "climb/baohuang/walk.hpp"

namespace pokerfast {

BaohuangPlays::BaohuangPlays(const BaohuangRules& rules) : plan_(rules), kinds_(joker_kinds) {
    for (int slot = rules.large_pack ? 0 : slot_six; slot < small_slot; ++slot) {
        pack_ += ranks_of(slot, most_of_rank);
        kinds_ |= ids_of_slot(slot);
    }
    pack_ += ranks_of(small_slot, most_jokers) + ranks_of(big_slot, most_jokers);
}

Reading BaohuangPlays::classify(const RankCounts& cards) const {
    const BaohuangCards parts(cards);
    const u32 slots = parts.plain.plane(1);
    const bool jokers = parts.big + parts.small > 0;
    if (slots & (slots - 1)) return {};
    if (!slots) return jokers ? Reading{Kind::jokers, no_rank_compared, 1} : Reading{};
    return {jokers ? Kind::jokers_set : Kind::set, static_cast<u8>(lowest(slots)), 1};
}

bool BaohuangPlays::beats(const Combo& play, const Combo& table) const {
    if (play.reading.kind == Kind::pass || table.reading.kind == Kind::pass) return false;
    const BaohuangCards a(play.cards), b(table.cards);
    const auto rank = [](const Combo& combo) {
        return combo.reading.rank == no_rank_compared ? -1 : combo.reading.rank;
    };
    return baohuang::beats(plan_, a.big, a.small, rank(play), play.size - a.big - a.small, b,
                           table.size - b.big - b.small, rank(table));
}

u64 BaohuangPlays::count_leads(const RankCounts& hand) const {
    return baohuang::count_leads(plan_, hand);
}

u64 BaohuangPlays::count_follows(const RankCounts& hand, const Combo& table) const {
    if (table.reading.kind == Kind::pass) return 0;
    return baohuang::count_follows(plan_, hand, table);
}

namespace {

// As lead_at numbers them.
void list_leads(const BaohuangPlan& plan, const RankCounts& hand, std::vector<Combo>& out) {
    const baohuang::Free free(plan, hand);
    const u32 slots = free.cards.plain.plane(1);
    out.reserve(out.size() + baohuang::count_leads(plan, hand));
    const auto each_choice = [&](auto&& visit) {
        for (int big = 0; big <= free.cards.big; ++big)
            for (int small = 0; small <= free.cards.small; ++small) visit(big, small);
    };
    each_choice([&](int big, int small) {
        for (u32 left = slots; left; left &= left - 1) {
            const int slot = lowest(left), most = free.cards.plain.of(slot);
            for (int copies = 1; copies <= most; ++copies)
                out.push_back(baohuang::made(big, small, slot, copies));
        }
    });
    each_choice([&](int big, int small) {
        if (big + small) out.push_back(baohuang::made(big, small, 0, 0));
    });
    if (free.bound_copies)
        out.push_back(
            baohuang::made(free.cards.big, free.cards.small, free.bound_slot, free.bound_copies));
}

}  // namespace

void BaohuangPlays::leads(const RankCounts& hand, std::vector<Combo>& out) const {
    list_leads(plan_, hand, out);
}

// Bound cards too: each may be the last play of some hand.
void BaohuangPlays::every(std::vector<Combo>& out) const {
    BaohuangPlan unbound = plan_;
    unbound.bound = 0;
    list_leads(unbound, pack_, out);
}

void BaohuangPlays::follows(const RankCounts& hand, const Combo& table,
                            std::vector<Combo>& out) const {
    if (table.reading.kind == Kind::pass) return;
    const baohuang::Free free(plan_, hand);
    baohuang::each_follow(plan_, free, table, [&](int big, int small, int copies, u32 slots) {
        for (; slots; slots &= slots - 1)
            out.push_back(baohuang::made(big, small, lowest(slots), copies));
        return false;
    });
}

Combo BaohuangPlays::lead_at(const RankCounts& hand, u64 i) const {
    return baohuang::lead_at(plan_, hand, static_cast<u32>(i));
}

Combo BaohuangPlays::follow_at(const RankCounts& hand, const Combo& table, u64 i) const {
    return baohuang::follow_at(plan_, hand, table, static_cast<u32>(i));
}

Code BaohuangPlays::judge(const RankCounts& hand, const Combo* table, const Combo& play) const {
    if (table && !beats(play, *table)) return Code::too_low;
    // Bound cards wait for the last play.
    return play.cards.plane(1) & plan_.bound && play.cards != hand ? Code::sixes : Code::ok;
}

}  // namespace pokerfast
