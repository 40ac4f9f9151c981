#include "batch/climb.hpp"

#include "climb/baohuang/plays.hpp"
#include "climb/dadaa/plays.hpp"
#include "climb/doudizhu/plays.hpp"
#include "climb/doudizhu/readings.hpp"
#include "climb/doudizhu/sinks.hpp"

namespace pokerfast::batch {

namespace {

// What a game says of one row. `Cards` is how its searches hold cards, `Table` a play as they
// follow it: kind pass where a row is no reading of its cards.

// 斗地主: four bits a slot throughout.
struct DeckRules {
    static constexpr int words = 1;
    using Cards = u64;
    using Table = Reading;
    using Row = PlayRow<1>;
    struct Scratch {};

    const Plan& plan;

    static PF_INLINE Cards load(const u64* at) { return *at; }
    static PF_INLINE int total(Cards cards) { return total_of(cards); }
    // Lanes of 8 and more would borrow from each other.
    static PF_INLINE bool fits(const u64* at) {
        return !(*at & 0x8888888888888888ull) && lanes_within(*at, deck_counts);
    }
    PF_INLINE Reading classify(Cards cards) const { return pokerfast::classify(plan, cards); }
    PF_INLINE Table table(const Row& row) const {
        return is_reading(plan, row.cards[0], row.reading) ? row.reading : Reading{};
    }
    PF_INLINE bool beats(const Row& play, Table on) const {
        return reading_beats(play.reading, on) && play.reading.kind != Kind::pass &&
               is_reading(plan, play.cards[0], play.reading);
    }
    PF_INLINE bool any_beats(Cards cards, Table on) const {
        return on.kind != Kind::pass && best_beating(plan, cards, on).kind != Kind::pass;
    }
    PF_INLINE u64 count(Cards hand) const { return count_leads(plan, planes_of(hand)); }
    PF_INLINE u64 count(Cards hand, Table on) const {
        return count_follows(plan, planes_of(hand), on);
    }
    PF_INLINE void list(Cards hand, Row* out, Scratch&) const {
        BasicLister<Made> lister{static_cast<Made*>(out)};
        walk_leads(plan, planes_of(hand), lister);
    }
    PF_INLINE void list(Cards hand, Table on, Row* out, Scratch&) const {
        BasicLister<Made> lister{static_cast<Made*>(out)};
        walk_follows(plan, planes_of(hand), on, lister);
    }
    PF_INLINE void at(Cards hand, u64 i, Row& out) const {
        Unranker unranker{static_cast<u32>(i)};
        walk_leads(plan, planes_of(hand), unranker);
        static_cast<Made&>(out) = unranker.found;
    }
    PF_INLINE void at(Cards hand, Table on, u64 i, Row& out) const {
        Unranker unranker{static_cast<u32>(i)};
        walk_follows(plan, planes_of(hand), on, unranker);
        static_cast<Made&>(out) = unranker.found;
    }

  private:
    // A row that takes what the sinks make.
    struct Made : Row {
        PF_INLINE Made& operator=(const DeckCombo& combo) {
            cards[0] = combo.cards;
            reading = combo.reading;
            size = combo.size;
            zero = 0;
            return *this;
        }
    };
};

// Games that keep a byte a slot, with one reading a set of cards. P is a final class, so its
// methods are called directly.
template <class P, int words_n>
struct RankRules {
    static constexpr int words = words_n;
    using Cards = RankCounts;
    using Table = Combo;
    using Row = PlayRow<words>;
    using Scratch = std::vector<Combo>;

    const P& plays;

    static PF_INLINE Cards load(const u64* at) {
        if constexpr (words == 1)
            return widened(*at);
        else
            return {{at[0], at[1]}};
    }
    static PF_INLINE int total(const Cards& cards) { return cards.total(); }
    PF_INLINE bool fits(const u64* at) const {
        constexpr u64 top = 0x8080808080808080ull;
        const Cards cards = load(at);
        return !((cards.word[0] | cards.word[1]) & top) && plays.pack().holds(cards);
    }
    PF_INLINE Reading classify(const Cards& cards) const { return plays.classify(cards); }
    PF_INLINE Table table(const Row& row) const {
        const Cards cards = load(row.cards);
        if (row.reading.kind == Kind::pass || plays.classify(cards) != row.reading) return {};
        return {cards, row.reading, row.size};
    }
    PF_INLINE bool beats(const Row& play, const Table& on) const {
        return plays.beats(table(play), on);
    }
    PF_INLINE bool any_beats(const Cards& cards, const Table& on) const {
        return plays.beats({cards, plays.classify(cards), static_cast<u8>(cards.total())}, on);
    }
    PF_INLINE u64 count(const Cards& hand) const { return plays.count_leads(hand); }
    PF_INLINE u64 count(const Cards& hand, const Table& on) const {
        return plays.count_follows(hand, on);
    }
    PF_INLINE void list(const Cards& hand, Row* out, Scratch& scratch) const {
        scratch.clear();
        plays.leads(hand, scratch);
        for (const Combo& combo : scratch) put(combo, *out++);
    }
    PF_INLINE void list(const Cards& hand, const Table& on, Row* out, Scratch& scratch) const {
        scratch.clear();
        plays.follows(hand, on, scratch);
        for (const Combo& combo : scratch) put(combo, *out++);
    }
    PF_INLINE void at(const Cards& hand, u64 i, Row& out) const {
        put(plays.lead_at(hand, i), out);
    }
    PF_INLINE void at(const Cards& hand, const Table& on, u64 i, Row& out) const {
        put(plays.follow_at(hand, on, i), out);
    }

  private:
    static PF_INLINE void put(const Combo& combo, Row& out) {
        store_ranks(combo.cards, words, out.cards);
        out.reading = combo.reading;
        out.size = combo.size;
        out.zero = 0;
    }
};

template <class Rules>
class ArraysOf final : public ClimbArrays {
  public:
    using Row = typename Rules::Row;
    using Table = typename Rules::Table;

    explicit ArraysOf(const Rules& rules) : rules_(rules) {}

    int words() const override { return Rules::words; }

    u64 bad_hand(const u64* hands, u64 from, u64 to) const override {
        for (u64 i = from; i < to; ++i)
            if (!rules_.fits(hands + Rules::words * i)) return i;
        return to;
    }
    u64 bad_play(const void* plays, u64 from, u64 to) const override {
        const Row* rows = static_cast<const Row*>(plays);
        for (u64 i = from; i < to; ++i)
            if (!rules_.fits(rows[i].cards) || !is_reading_like(rows[i].reading) ||
                Rules::total(Rules::load(rows[i].cards)) != rows[i].size)
                return i;
        return to;
    }

    void classify(const u64* cards, void* plays, u64 from, u64 to) const override {
        Row* out = static_cast<Row*>(plays);
        for (u64 i = from; i < to; ++i) {
            const u64* at = cards + Rules::words * i;
            const auto own = Rules::load(at);
            const Reading reading = rules_.classify(own);
            const bool found = reading.kind != Kind::pass;
            for (int word = 0; word < Rules::words; ++word)
                out[i].cards[word] = found ? at[word] : 0;
            out[i].reading = reading;
            out[i].size = static_cast<u8>(found ? Rules::total(own) : 0);
            out[i].zero = 0;
        }
    }
    void beats(const void* plays, const PlayArray& tables, u8* out, u64 from,
               u64 to) const override {
        const Row* rows = static_cast<const Row*>(plays);
        each_table(tables, from, to,
                   [&](u64 i, const Table& on) { out[i] = rules_.beats(rows[i], on); });
    }
    void cards_beat(const u64* cards, const PlayArray& tables, u8* out, u64 from,
                    u64 to) const override {
        each_table(tables, from, to,
                   [&](u64 i, const Table& on) { out[i] = rules_.any_beats(hand(cards, i), on); });
    }

    void count(const u64* hands, const PlayArray* tables, i64* out, u64 from,
               u64 to) const override {
        if (!tables)
            for (u64 i = from; i < to; ++i) out[i] = static_cast<i64>(rules_.count(hand(hands, i)));
        else
            each_table(*tables, from, to, [&](u64 i, const Table& on) {
                out[i] = static_cast<i64>(rules_.count(hand(hands, i), on));
            });
    }
    void list(const u64* hands, const PlayArray* tables, const i64* offsets, void* plays, u64 from,
              u64 to) const override {
        Row* out = static_cast<Row*>(plays);
        typename Rules::Scratch scratch;
        if (!tables)
            for (u64 i = from; i < to; ++i) rules_.list(hand(hands, i), out + offsets[i], scratch);
        else
            each_table(*tables, from, to, [&](u64 i, const Table& on) {
                rules_.list(hand(hands, i), on, out + offsets[i], scratch);
            });
    }
    u64 bad_index(const u64* hands, const PlayArray* tables, const i64* indices, u64 from,
                  u64 to) const override {
        u64 bad = to;
        const auto test = [&](u64 i, u64 plays) {
            if (static_cast<u64>(indices[i]) >= plays && i < bad) bad = i;
        };
        if (!tables)
            for (u64 i = from; i < to; ++i) test(i, rules_.count(hand(hands, i)));
        else
            each_table(*tables, from, to,
                       [&](u64 i, const Table& on) { test(i, rules_.count(hand(hands, i), on)); });
        return bad;
    }
    void unrank(const u64* hands, const PlayArray* tables, const i64* indices, void* plays,
                u64 from, u64 to) const override {
        Row* out = static_cast<Row*>(plays);
        const auto number = [&](u64 i) { return static_cast<u64>(indices[i]); };
        if (!tables)
            for (u64 i = from; i < to; ++i) rules_.at(hand(hands, i), number(i), out[i]);
        else
            each_table(*tables, from, to, [&](u64 i, const Table& on) {
                rules_.at(hand(hands, i), on, number(i), out[i]);
            });
    }

  private:
    static PF_INLINE auto hand(const u64* hands, u64 i) {
        return Rules::load(hands + Rules::words * i);
    }

    // Calls visit(i, table); one table for all is looked at once.
    template <class Visit>
    PF_INLINE void each_table(const PlayArray& tables, u64 from, u64 to, Visit&& visit) const {
        const Row* rows = static_cast<const Row*>(tables.rows);
        if (from == to) return;
        if (tables.step == 0) {
            const Table on = rules_.table(rows[0]);
            for (u64 i = from; i < to; ++i) visit(i, on);
        } else {
            for (u64 i = from; i < to; ++i) visit(i, rules_.table(rows[i]));
        }
    }

    Rules rules_;
};

}  // namespace

std::unique_ptr<ClimbArrays> make_climb_arrays(const Plays& plays) {
    if (const auto* deck = dynamic_cast<const DouDizhuPlays*>(&plays))
        return std::make_unique<ArraysOf<DeckRules>>(DeckRules{deck->plan()});
    if (const auto* dadaa = dynamic_cast<const DadaaPlays*>(&plays))
        return std::make_unique<ArraysOf<RankRules<DadaaPlays, 1>>>(
            RankRules<DadaaPlays, 1>{*dadaa});
    if (const auto* baohuang = dynamic_cast<const BaohuangPlays*>(&plays))
        return std::make_unique<ArraysOf<RankRules<BaohuangPlays, 2>>>(
            RankRules<BaohuangPlays, 2>{*baohuang});
    return nullptr;
}

}  // namespace pokerfast::batch
