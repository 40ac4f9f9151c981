#include "solve/trick_search.hpp"

namespace pokerfast::solve {

namespace {

constexpr i64 point_unit = 5;

u32 allowed(const TrickTable& table, u32 reductions) {
    // What nobody has seen, the kitty too, tells which throws are certain: cards count by name.
    if (table.plan.rules.throws == throws::certain)
        reductions &= ~(reduction::canonical | reduction::classes | reduction::dominance);
    if (!(reductions & reduction::canonical) || table.plan.rules.decks > 2)
        reductions &= ~(reduction::patterns | reduction::dynamic);
    return reductions;
}

}  // namespace

// Which plays need no look once others of the same hand have failed: those that put another card
// of the same kind of holding in the place of one, where the proof against it looked at neither.
class TrickSearch::Covers {
  public:
    Covers(const TrickSearch& search, int seat, bool last)
        : search_(search), slots_(search.slots_), hand_(search.hands_[seat]), last_(last) {}

    // Number of the kind of play, -1: none that can be covered.
    int kind(const Copies& cards) const {
        if (cards.one & (cards.one - 1)) return -1;
        const int slot = lowest(cards.one);
        if ((hand_.two & cards.one) && (hand_.two & (slots_.above[slot] | slots_.below[slot])))
            return -1;
        const int held =
            static_cast<int>(hand_.two >> slot & 1) + static_cast<int>(hand_.three >> slot & 1);
        const int taken = (cards.two != 0) + (cards.three != 0);
        return (held * (held + 1) / 2 + taken) * 3 + slots_.worth(slot);
    }

    void failed(const Copies& cards, const Verdict& verdict, bool to_own_side) {
        const int number = kind(cards);
        if (number < 0) return;
        const int slot = lowest(cards.one);
        const int group = slots_.group_of[slot];
        const int cut = search_.cut_of(verdict.used, group);
        const int base = number - number % 3, worth = number % 3;
        if (slot < cut && search_.use(reduction::dynamic)) {
            for (int other = 0; other < 3; ++other) {
                if (other != worth && !dominates(number, other, to_own_side)) continue;
                u8& below = below_[group][base + other];
                if (cut > below) below = static_cast<u8>(cut);
            }
        }
        if (last_ && search_.use(reduction::dominance) && failed_n_ < most_failed)
            failed_[failed_n_++] = {static_cast<u8>(slot), static_cast<u8>(number), to_own_side};
    }

    // Whether a play needs no look; if cards side by side are the reason they are noted as twins.
    bool covers(const Copies& cards, u64 obstacles, std::vector<Twins>& twins) const {
        const int number = kind(cards);
        if (number < 0) return false;
        const int slot = lowest(cards.one);
        const int group = slots_.group_of[slot];
        if (slot < below_[group][number]) return true;
        for (int i = 0; i < failed_n_; ++i) {
            const Failed& other = failed_[i];
            if (other.number / 3 != number / 3 || slots_.group_of[other.slot] != group) continue;
            if (!dominates(other.number, number % 3, other.to_own_side)) continue;
            const int high = slot > other.slot ? slot : other.slot;
            const int low = slot > other.slot ? other.slot : slot;
            const u64 top = slots_.at_place[slots_.place_of[high]];
            const u64 bottom = slots_.at_place[slots_.place_of[low]];
            const u64 between = ((2ull << highest64(top)) - 1) & ~((bottom & (~bottom + 1)) - 1);
            if (slots_.place_of[high] != slots_.place_of[low] && (obstacles & between)) continue;
            twins.push_back({static_cast<u8>(high), static_cast<u8>(low)});
            return true;
        }
        return false;
    }

  private:
    static constexpr int most_failed = 16;
    struct Failed {
        u8 slot, number;
        bool to_own_side;
    };

    // Whether a play of that kind does at least as well as one of cards worth `other` that leaves
    // the trick to the same seat, known beforehand. Copies must not be parted: what stays behind
    // would differ by more than what is given.
    bool dominates(int number, int other, bool to_own_side) const {
        const int worth = number % 3, copies = number / 3;
        if (worth == other) return true;
        if (!last_ || !search_.use(reduction::dominance)) return false;
        if (copies != 0 && copies != 2 && copies != 5) return false;
        return to_own_side ? worth > other : worth < other;
    }

    const TrickSearch& search_;
    const Slots& slots_;
    const Copies& hand_;
    bool last_;
    u8 below_[groups_n][18] = {};
    Failed failed_[most_failed];
    int failed_n_ = 0;
};

TrickSearch::TrickSearch(const TrickTable& table, u32 reductions, std::size_t most_bytes,
                         const Limits& limits)
    : table_(table),
      slots_(table_),
      moves_(table_, slots_),
      reductions_(allowed(table, reductions)),
      limits_(limits),
      groups_(slots_, most_bytes / 2),
      memory_(most_bytes / 2) {
    kitty_ = static_cast<i32>(table.kitty / point_unit);
    const TrickRules& rules = table.plan.rules;
    const auto factor = [&](Shape shape) {
        return static_cast<i32>(kitty_multiplier(rules, shape));
    };
    single_factor_ = factor(Shape(1, 1));
    for (int length = 1; length <= most_places; ++length) {
        pair_factor_[length] = factor(Shape(2, length));
        triple_factor_[length] = factor(Shape(3, length));
    }
}

TrickSearch::Node TrickSearch::node_of(int leader) const {
    Node node;
    node.generation = 0;
    node.leader = static_cast<u8>(leader);
    node.points = 0;
    for (const Copies& hand : hands_) node.points += slots_.points(hand);
    node.left = static_cast<u8>(hands_[leader].total());
    node.exact = moves_.fours(hands_);
    return node;
}

void TrickSearch::refresh(Node& node) {
    if (node.generation == groups_.generation()) return;
    node.generation = groups_.generation();
    for (int group = 0; group < groups_n; ++group) node.record[group] = groups_.find(group, hands_);
}

PatternKey TrickSearch::key_of(const Node& node) const {
    PatternKey key;
    const bool exact = node.exact || !use(reduction::canonical);
    key.head = static_cast<u32>(node.leader | exact << 2) | static_cast<u32>(bonus_) << 3;
    for (int group = 0; group < groups_n; ++group) {
        const GroupRecord& record = groups_[node.record[group]];
        key.record[group] = &record;
        key.cuts[group] = groups_.cuts(record);
        key.shape[group] = exact                      ? node.record[group]
                           : use(reduction::patterns) ? record.shape
                                                      : key.cuts[group][record.places].prefix;
    }
    return key;
}

void TrickSearch::keep(const Node& node, const PatternKey& key, u64 hash, const Verdict& verdict,
                       u64 work) {
    PatternEntry entry{};
    std::memcpy(entry.shape, key.shape, sizeof entry.shape);
    entry.head = key.head;
    entry.least = verdict.reached ? verdict.value : -no_bound;
    entry.most = verdict.reached ? no_bound : verdict.value;
    entry.work = static_cast<u32>(work < 0xffffffff ? work : 0xffffffff);
    const bool whole = node.exact || !use(reduction::patterns);
    for (int group = 0; group < groups_n; ++group) {
        const GroupRecord& record = *key.record[group];
        int cut = record.places;
        if (!whole) {
            // Places that hold a card, from the highest down to the lowest that counts.
            const int from = cut_of(verdict.used, group);
            cut = 0;
            if (from < 64) {
                u64 there = (hands_[0].one | hands_[1].one | hands_[2].one | hands_[3].one) &
                            slots_.group[group] & ~((1ull << from) - 1);
                while (there) {
                    there &= ~slots_.at_place[slots_.place_of[highest64(there)]];
                    ++cut;
                }
            }
            while (!(record.whole >> cut & 1)) ++cut;
        }
        entry.cut[group] = static_cast<u8>(cut);
        entry.prefix[group] = key.cuts[group][cut].prefix;
    }
    entry.worths(key, entry.some, entry.more);
    memory_.keep(entry, hash);
}

// The places an entry speaks of, in the position at hand.
u64 TrickSearch::used_by(const PatternEntry& entry) const {
    u64 used = 0;
    for (int group = 0; group < groups_n; ++group) {
        int left = entry.cut[group];
        if (!left) continue;
        u64 there =
            (hands_[0].one | hands_[1].one | hands_[2].one | hands_[3].one) & slots_.group[group];
        u64 here = 0;
        for (; left > 0; --left) {
            here = slots_.at_place[slots_.place_of[highest64(there)]];
            there &= ~here;
        }
        used |= here;
    }
    return used;
}

i32 TrickSearch::most_bonus(const Node& node) const {
    switch (table_.end) {
        case LastTrick::nothing: return 0;
        case LastTrick::tripled: return bonus_;
        default: break;
    }
    int pairs = 0, triples = 0;
    for (const u32 number : node.record) {
        const GroupRecord& record = groups_[number];
        pairs = record.pairs > pairs ? record.pairs : pairs;
        triples = record.triples > triples ? record.triples : triples;
    }
    i32 factor = single_factor_;
    if (pair_factor_[pairs] > factor) factor = pair_factor_[pairs];
    if (triple_factor_[triples] > factor) factor = triple_factor_[triples];
    return factor * kitty_;
}

// What the last trick brings to attackers who won it.
i32 TrickSearch::bonus(const OpenTrick& trick) const {
    Shape shape = trick.lead.largest();
    switch (table_.end) {
        case LastTrick::nothing: return 0;
        case LastTrick::tripled: {
            const Copies& best =
                trick.plays[(trick.winner + table_.seats - trick.leader) % table_.seats];
            return best.one & ~slots_.group[trump_group] ? 0 : bonus_;
        }
        case LastTrick::kitty_winner:
            shape = moves_.largest(
                trick.plays[(trick.winner + table_.seats - trick.leader) % table_.seats]);
            break;
        case LastTrick::kitty_led: break;
    }
    if (shape.width() == 1) return single_factor_ * kitty_;
    return (shape.width() == 2 ? pair_factor_ : triple_factor_)[shape.length()] * kitty_;
}

u64 TrickSearch::trick_used(const OpenTrick& trick) const {
    if (trick.contenders < 2 || trick.lead.group == any_group) return 0;
    if (trick.lead.size == 1 || table_.plan.rules.overruff == overruff::unit)
        return slots_.at_place[trick.height];
    u64 used = 0;
    for (int i = 0; i < trick.played; ++i) used |= trick.plays[i].one;
    return used & slots_.group[trick.group];
}

// After a complete trick.
TrickSearch::Node TrickSearch::child_of(const Node& node, const OpenTrick& trick) {
    Node child;
    child.leader = trick.winner;
    child.left = static_cast<u8>(node.left - trick.lead.size);
    child.points = node.points - trick.points;
    child.exact = node.exact && moves_.fours(hands_);
    child.generation = groups_.generation();
    u64 touched = 0;
    for (int i = 0; i < table_.seats; ++i) touched |= trick.plays[i].one;
    for (int group = 0; group < groups_n; ++group)
        child.record[group] = node.generation != child.generation || (touched & slots_.group[group])
                                  ? groups_.find(group, hands_)
                                  : node.record[group];
    return child;
}

Verdict TrickSearch::finish(const Node& node, const OpenTrick& trick, i32 need) {
    const bool attackers = attacks(trick.winner);
    i32 gain = attackers ? (table_.tricks ? 1 : trick.points) : 0;
    const u64 used = trick_used(trick);
    if (node.left == trick.lead.size) {
        if (attackers) gain += bonus(trick);
        return {gain >= need, gain, used};
    }
    Node child = child_of(node, trick);
    Verdict verdict = lead(child, need - gain);
    verdict.value += gain;
    verdict.used |= used;
    return verdict;
}

// The positions after each play of the last seat. True if one is known to be good for the mover.
bool TrickSearch::look_ahead(const Node& node, const OpenTrick& trick, int seat, i32 need,
                             std::size_t first, Verdict& verdict) {
    const Copies hand = hands_[seat];
    const bool own = attacks(seat);
    for (std::size_t i = first; i < plays_.plays.size(); ++i) {
        const Copies cards = plays_.plays[i].cards;
        OpenTrick next = trick;
        moves_.play(next, cards);
        const bool attackers = attacks(next.winner);
        const i32 gain = attackers ? (table_.tricks ? 1 : next.points) : 0;
        hands_[seat] = hand - cards;
        plays_.plays[i].ahead = static_cast<u32>(ahead_.size());
        ahead_.push_back({child_of(node, next), gain, trick_used(next), attackers == own});
        PatternKey key;
        u64 hash;
        const Ahead& at = ahead_.back();
        const bool good = at.node.left > 1 && known(at.node, need - gain, verdict, key, hash) &&
                          verdict.reached == own;
        hands_[seat] = hand;
        if (!good) continue;
        verdict.value += gain;
        verdict.used |= at.used;
        return true;
    }
    return false;
}

// What bounds and the memory tell of a position before a lead.
bool TrickSearch::known(const Node& node, i32 need, Verdict& verdict, PatternKey& key, u64& hash) {
    if (use(reduction::bounds)) {
        if (need <= 0) {
            verdict = {true, 0, 0};
            return true;
        }
        const i32 most = (table_.tricks ? node.left : node.points) + most_bonus(node);
        if (most < need) {
            verdict = {false, most, 0};
            return true;
        }
    }
    if (!remembers(node)) return false;
    key = key_of(node);
    hash = key.hash();
    const Remembered found = memory_.find(key, hash, need, !use(reduction::points));
    if (!found.entry) return false;
    const bool whole = node.exact || !use(reduction::patterns);
    verdict = {found.reached, found.value, whole ? ~0ull : used_by(*found.entry)};
    return true;
}

// One card each: nobody has a choice.
Verdict TrickSearch::last_cards(const Node& node, i32 need) {
    OpenTrick trick = moves_.open(node.leader, hands_[node.leader]);
    for (int seat = after(node.leader); seat != node.leader; seat = after(seat))
        moves_.play(trick, hands_[seat]);
    const bool attackers = attacks(trick.winner);
    const i32 gain = attackers ? (table_.tricks ? 1 : trick.points) + bonus(trick) : 0;
    return {gain >= need, gain, trick_used(trick)};
}

u64 TrickSearch::with_twins(u64 used, std::size_t first) const {
    for (bool again = true; again;) {
        again = false;
        for (std::size_t i = first; i < plays_.twins.size(); ++i) {
            const Twins& twins = plays_.twins[i];
            const int cut = cut_of(used, slots_.group_of[twins.high]);
            if (twins.high < cut || twins.low >= cut) continue;
            used |= slots_.at_place[slots_.place_of[twins.low]];
            again = true;
        }
    }
    return used;
}

// Where no lead was good enough no other throw may stand: the cards that keep them from it.
u64 TrickSearch::throws_looked_at(int seat) const {
    const TrickRules& rules = table_.plan.rules;
    if (rules.throws != throws::all) return 0;
    u64 used = 0;
    const u64 against = others(seat);
    for (int group = 0; group < groups_n; ++group) {
        if (group == trump_group && !rules.trump_throw) continue;
        const u64 mask = slots_.group[group];
        const u64 own = hands_[seat].one & mask;
        if (!(own & (own - 1)) || !(against & mask)) continue;
        const int top = slots_.place_of[highest64(against & mask)];
        // Every throw of the group stood, and was looked at.
        if (slots_.place_of[lowest(own)] >= top) continue;
        used |= slots_.at_place[top];
        const u64 pairs = hands_[seat].two & mask;
        if (!pairs) continue;
        u64 highest_pairs = 0, chains = 0;
        bool any = false;
        for (int i = 0; i < table_.seats; ++i) {
            const u64 theirs = hands_[i].two & mask;
            if (i == seat || !theirs) continue;
            any = true;
            highest_pairs |= theirs;
            chains |= theirs & (theirs - 1) ? slots_.chained(theirs) : 0;
        }
        if (!any) continue;
        const bool all = rules.protect_tractors || rules.protect_triples;
        const int pair = all ? lowest(highest_pairs) : highest64(highest_pairs);
        used |= slots_.at_place[slots_.place_of[pair]];
        if (chains && pairs & (pairs - 1) && slots_.chained(pairs))
            used |= slots_.at_place[slots_.place_of[lowest(chains)]];
    }
    return used;
}

Verdict TrickSearch::lead(Node& node, i32 need) {
    const u64 everything = ~0ull;
    PatternKey key;
    u64 hash = 0;
    Verdict before_search;
    if (node.left == 1) return last_cards(node, need);
    if (known(node, need, before_search, key, hash)) return before_search;
    const u64 before = nodes_;
    const int seat = node.leader;
    const bool own = attacks(seat);
    const std::size_t first = plays_.plays.size(), first_twins = plays_.twins.size();
    moves_.leads(hands_, seat, use(reduction::classes) && !node.exact, plays_);
    if (use(reduction::order)) order_leads(node, first);

    Verdict result{!own, own ? -no_bound : no_bound, 0};
    Covers covers(*this, seat, false);
    const bool may_cover = use(reduction::dynamic) && !node.exact;
    const Copies hand = hands_[seat];
    while (plays_.plays.size() > first) {
        std::size_t best = first;
        for (std::size_t i = first + 1; i < plays_.plays.size(); ++i)
            if (plays_.plays[i].score > plays_.plays[best].score) best = i;
        const Copies cards = plays_.plays[best].cards;
        plays_.plays[best] = plays_.plays.back();
        plays_.plays.pop_back();
        if (may_cover && covers.covers(cards, 0, plays_.twins)) continue;
        if (out_of_limits()) break;
        OpenTrick trick = moves_.open(seat, cards);
        trick.last = node.left == trick.lead.size;
        hands_[seat] = hand - cards;
        const Verdict verdict = follow(node, trick, need);
        hands_[seat] = hand;
        if (stopped_) break;
        if (verdict.reached == own) {
            result = verdict;
            // A throw stands as long as the units of others that it beats are below it.
            if (cards.one & (cards.one - 1) && trick.lead.group != any_group &&
                (others(seat) & slots_.group[trick.lead.group])) {
                const bool unit =
                    trick.lead.shapes == 1 && trick.lead.shape[0].cards() == trick.lead.size;
                if (!unit) result.used |= slots_.at_place[slots_.place_of[lowest(cards.one)]];
            }
            break;
        }
        if (own ? verdict.value > result.value : verdict.value < result.value)
            result.value = verdict.value;
        result.used |= verdict.used;
        if (may_cover) covers.failed(cards, verdict, false);
    }
    if (!stopped_ && result.reached != own) {
        result.used = with_twins(result.used, first_twins);
        if (use(reduction::patterns) || use(reduction::dynamic))
            result.used |= throws_looked_at(seat);
        // Marking throws may have split twins.
        result.used = with_twins(result.used, first_twins);
    }
    plays_.plays.resize(first);
    plays_.twins.resize(first_twins);
    if (node.exact) result.used = everything;
    if (!stopped_ && remembers(node)) {
        if (groups_.full()) {
            groups_.clear();
            memory_.clear();
        }
        // Records may have moved or gone.
        refresh(node);
        key = key_of(node);
        hash = key.hash();
        keep(node, key, hash, result, nodes_ - before);
    }
    return result;
}

Verdict TrickSearch::follow(const Node& node, const OpenTrick& trick, i32 need) {
    const int seat = after((trick.leader + trick.played - 1) % table_.seats);
    const bool own = attacks(seat), last = trick.played + 1 == table_.seats;
    const std::size_t first = plays_.plays.size(), first_twins = plays_.twins.size();
    moves_.follows(hands_, trick, seat, use(reduction::classes) && !node.exact, plays_);

    Verdict result{!own, own ? -no_bound : no_bound, 0};
    Covers covers(*this, seat, last);
    const bool may_cover = (use(reduction::dynamic) || (last && use(reduction::dominance))) &&
                           !node.exact && plays_.plays.size() > first + 1;
    const Copies hand = hands_[seat];
    const u64 obstacles =
        others(seat) | trick.plays[(trick.winner + table_.seats - trick.leader) % table_.seats].one;
    const std::size_t first_ahead = ahead_.size();
    const bool ahead = last && use(reduction::probe) && plays_.plays.size() > first + 1 &&
                       node.left > trick.lead.size;
    Verdict known_good;
    if (ahead && look_ahead(node, trick, seat, need, first, known_good)) {
        plays_.plays.resize(first);
        plays_.twins.resize(first_twins);
        ahead_.resize(first_ahead);
        return known_good;
    }
    if (use(reduction::order) && plays_.plays.size() > first + 1) order_follows(trick, seat, first);
    while (plays_.plays.size() > first) {
        std::size_t best = first;
        for (std::size_t i = first + 1; i < plays_.plays.size(); ++i)
            if (plays_.plays[i].score > plays_.plays[best].score) best = i;
        const Copies cards = plays_.plays[best].cards;
        const u32 number = plays_.plays[best].ahead;
        plays_.plays[best] = plays_.plays.back();
        plays_.plays.pop_back();
        if (may_cover && covers.covers(cards, obstacles, plays_.twins)) continue;
        if (out_of_limits()) break;
        hands_[seat] = hand - cards;
        Verdict verdict;
        bool to_own_side;
        if (ahead) {
            Node child = ahead_[number].node;
            const i32 gain = ahead_[number].gain;
            refresh(child);
            verdict = lead(child, need - gain);
            verdict.value += gain;
            verdict.used |= ahead_[number].used;
            to_own_side = ahead_[number].to_own_side;
        } else {
            OpenTrick next = trick;
            moves_.play(next, cards);
            verdict = last ? finish(node, next, need) : follow(node, next, need);
            to_own_side = attacks(next.winner) == own;
        }
        hands_[seat] = hand;
        if (stopped_) break;
        if (verdict.reached == own) {
            result = verdict;
            break;
        }
        if (own ? verdict.value > result.value : verdict.value < result.value)
            result.value = verdict.value;
        result.used |= verdict.used;
        if (may_cover) covers.failed(cards, verdict, to_own_side);
    }
    if (!stopped_ && result.reached != own) result.used = with_twins(result.used, first_twins);
    plays_.plays.resize(first);
    plays_.twins.resize(first_twins);
    ahead_.resize(first_ahead);
    return result;
}

Verdict TrickSearch::test(const Copies* hands, const OpenTrick& trick, i32 need, i32 bonus) {
    for (int seat = 0; seat < trick::seats_n; ++seat) hands_[seat] = hands[seat];
    bonus_ = table_.end == LastTrick::tripled ? bonus : 0;
    if (groups_.full()) {
        groups_.clear();
        memory_.clear();
    }
    Node node = node_of(trick.leader);
    if (trick.played == 0) {
        refresh(node);
        return lead(node, need);
    }
    node.points += trick.points;
    node.left = static_cast<u8>(node.left + trick.lead.size);
    return trick.played == table_.seats ? finish(node, trick, need) : follow(node, trick, need);
}

i32 TrickSearch::most(const Copies* hands, const OpenTrick& trick, i32 bonus) {
    for (int seat = 0; seat < trick::seats_n; ++seat) hands_[seat] = hands[seat];
    bonus_ = table_.end == LastTrick::tripled ? bonus : 0;
    Node node = node_of(trick.leader);
    i32 most = node.points + trick.points + bonus_;
    if (table_.tricks) return node.left + (trick.played > 0);
    if (table_.end == LastTrick::kitty_led || table_.end == LastTrick::kitty_winner) {
        // Units on the table may be the largest of the last trick.
        for (int i = 0; i < trick.played; ++i) {
            Copies& hand = hands_[(trick.leader + i) % table_.seats];
            hand = hand + trick.plays[i];
        }
        refresh(node);
        most += most_bonus(node);
    }
    return most;
}

}  // namespace pokerfast::solve
