// 打大A's plays for random games.
//
// Most plays are sets, so a hand is also kept as its planes one after another, 16 bits each: bit
// 16 (n - 1) + slot says that there are n cards of that slot. The plays of a lead, and those that
// beat a set, come in just that order, so that counting them is masking and drawing the i-th is
// finding the i-th bit. What is rare, runs and all that comes from two jokers on, is left to the
// walk over all plays.
#pragma once

#include "climb/dadaa/sinks.hpp"
#include "game/dadaa.hpp"
#include "sim/race_playout.hpp"

namespace pokerfast {

namespace sets {

// Slots of plane n, within their word: planes 1 … 4 are one, 5 … 8 another.
constexpr u64 plane_bits(int n, u64 slots) {
    return slots << (16 * ((n - 1) & 3));
}

inline constexpr u64 jokers = joker_slots, big_aces = 1u << slot_big_ace;
inline constexpr u64 pairs = plane_bits(2, ordinary_slots), eggs = plane_bits(3, ordinary_slots),
                     fours = plane_bits(4, ordinary_slots);
inline constexpr u64 small = plane_bits(1, ordinary_slots) | jokers | big_aces | pairs;
// Of five and six cards: they answer everything that two jokers answer.
inline constexpr u64 high = plane_bits(5, ordinary_slots) | plane_bits(6, ordinary_slots);

// What beats a play besides higher ones of its kind.
struct Over {
    u64 of[kinds_count];
};

consteval Over make_over() {
    Over over{};
    const auto beaten = [&](Kind kind, u64 by) { over.of[static_cast<int>(kind)] = by; };
    beaten(Kind::single, jokers | big_aces | eggs | fours);
    beaten(Kind::joker, big_aces | fours);
    beaten(Kind::pair, eggs | fours);
    beaten(Kind::dragon, eggs | fours);
    beaten(Kind::double_dragon, fours);
    beaten(Kind::egg, fours);
    return over;
}

inline constexpr Over over = make_over();

}  // namespace sets

class DadaaMoves {
  public:
    DadaaMoves(const Dadaa& game, const dadaa::State& state)
        : plays_(game.plays()),
          plan_(game.plan()),
          rules_(game.rules()),
          sides_(state.sides),
          known_(state.known),
          table_(state.round.on_table()) {
        const race::Round& r = state.round;
        for (int i = 0; i < race::seats_n; ++i) {
            seats_[i].counts = r.counts[i];
            seats_[i].aces = dadaa::aces_of(r.held[i], state.suit);
            derive(seats_[i]);
        }
        table_aces_ = dadaa::aces_of(r.table_ids, state.suit);
        if (!r.leading()) lay();
    }

    PF_INLINE u32 count_leads(u32 seat) {
        const Seat& s = seats_[seat];
        if (__builtin_expect(plan_.joins, 0)) return dadaa::count_leads(plan_, s.counts);
        runs_ = count_runs(s.low) + count_runs(s.low >> 16);
        return bits(s.low & (sets::small | sets::eggs | sets::fours)) + bits(s.high & sets::high) +
               runs_ + s.rare;
    }
    PF_INLINE u32 count_follows(u32 seat) const {
        const Seat& s = seats_[seat];
        if (__builtin_expect(walks_, 0)) return dadaa::count_follows(plan_, s.counts, table_);
        u32 count = bits(s.low & answers_) + bits(s.high & sets::high) + s.rare;
        if (on_run_) count += bits(higher_runs(s));
        return count;
    }
    PF_INLINE u32 takes(u32 seat) const {
        return seats_[seat].counts.of(slot_four) >= fours_to_take_;
    }

    // Runs come between pairs and eggs.
    PF_INLINE Kind lead(u32 seat, u32 i) {
        const u64 low = seats_[seat].low, small = low & sets::small;
        const u64 large = low & (sets::eggs | sets::fours);
        const u32 before_runs = bits(small), before_large = before_runs + runs_;
        if (__builtin_expect(!plan_.joins, 1)) {
            if (i < before_runs) return play_set(seat, select_bit64(small, i));
            if (i >= before_large && i - before_large < bits(large))
                return play_set(seat, select_bit64(large, i - before_large));
        }
        return walk_lead(seat, i);
    }
    PF_INLINE Kind follow(u32 seat, u32 i) {
        const u64 low = seats_[seat].low & answers_;
        if (!walks_ && !on_run_ && i < bits(low)) return play_set(seat, select_bit64(low, i));
        return walk_follow(seat, i);
    }
    void take(u32 seat) {
        Seat& s = seats_[seat];
        const Combo fours = plays_.take_of(table_);
        s.counts += table_.cards - fours.cards;
        s.aces |= table_aces_;
        derive(s);
        table_aces_ = 0;
        table_ = fours;
        lay();
    }
    PF_INLINE bool empty(u32 seat) const { return seats_[seat].counts.empty(); }
    u32 leader_for(u32 owner, u32 active) const {
        const bool mates = rules_.wind == wind::partner ||
                           (rules_.wind == wind::exposed_partner && known_ == both);
        const u32 side = sides_ >> owner & 1 ? sides_ : ~sides_;
        return next_seats.of[owner][mates ? active & side : active];
    }
    bool ends(u32 gone) const { return !(sides_ & ~gone) || !(~sides_ & ~gone & 31); }

    void write_back(dadaa::State& state) const {
        for (int i = 0; i < race::seats_n; ++i) {
            state.round.counts[i] = seats_[i].counts;
            if (seats_[i].counts.empty()) state.round.held[i] = {};
        }
        state.known = static_cast<u8>(known_);
    }

  private:
    struct Seat {
        RankCounts counts;
        u64 low, high;  // planes 1 … 4, 5 … 8
        u32 rare;       // plays from two jokers on
        u32 aces;       // big aces, bit = deck
    };
    static constexpr u32 both = 3;
    static constexpr int never = 127;

    static PF_INLINE u32 bits(u64 mask) { return static_cast<u32>(count_bits64(mask)); }

    PF_INLINE u32 count_runs(u64 slots) const {
        dadaa::Counter counter;
        const u32 planes[] = {0, static_cast<u32>(slots) & ordinary_slots};
        dadaa::all_runs(plan_, dadaa::Slots{planes, planes, false}, Kind::dragon, 1, ordinary_ranks,
                        counter);
        return counter.total;
    }
    // Where runs start that beat the dragon or double dragon on the table.
    PF_INLINE u32 higher_runs(const Seat& s) const {
        const Reading on = table_.reading;
        const u64 slots = on.kind == Kind::dragon ? s.low : s.low >> 16;
        const u32 line = plan_.line(static_cast<u32>(slots) & ordinary_slots);
        u32 starts = line & plan_.above_run[on.length][on.rank];
        for (int i = 1; i < on.length; ++i) starts &= line >> i;
        return starts;
    }

    PF_INLINE void derive(Seat& s) const {
        const auto plane = [&](int n) { return static_cast<u64>(s.counts.plane(n)); };
        s.low = plane(1) | plane(2) << 16 | plane(3) << 32 | plane(4) << 48;
        s.high = plane(5) | plane(6) << 16 | plane(7) << 32 | plane(8) << 48;
        // Plays of two jokers, three, four; by small and big ones.
        constexpr u8 joker_plays[3][3] = {{0, 0, 1}, {0, 1, 3}, {1, 3, 6}};
        u32 rare = joker_plays[s.counts.of(13)][s.counts.of(14)];
        rare += static_cast<u32>(s.counts.of(slot_big_ace) == 2);
        rare += bits(s.high >> 32);
        // 连珠蛋 and 假八 need two eggs at least.
        const u32 three = static_cast<u32>(s.low >> 32) & ordinary_slots;
        if (three & (three - 1)) {
            const u32 eggs = plan_.line(three), fours = plan_.line(s.low >> 48 & ordinary_slots);
            rare += bits(fours & fours >> 1 & plan_.possible[2]);
            u32 starts = eggs & eggs >> 1 & eggs >> 2;
            rare += bits(starts & plan_.possible[3]);
            for (int n = 3; n < plan_.longest_egg_chain && starts; ++n) {
                starts &= eggs >> n;
                rare += bits(starts & plan_.possible[n + 1]);
            }
        }
        s.rare = rare;
    }

    // What answers the play that now lies on the table.
    PF_INLINE void lay_set(Kind kind, int slot, int copies) {
        const u64 higher = slot < ordinary_ranks      ? plan_.above_rank[slot]
                           : slot == slot_small_joker ? u64{1} << slot_big_joker
                                                      : 0;
        answers_ = sets::over.of[static_cast<int>(kind)] | higher << (16 * (copies - 1));
        on_run_ = walks_ = false;
        fours_to_take_ = copies > 2 ? copies - 1 : never;
    }
    void lay() {
        const Reading on = table_.reading;
        const int fours = plays_.take_of(table_).size;
        fours_to_take_ = fours ? fours : never;
        on_run_ = on.kind == Kind::dragon || on.kind == Kind::double_dragon;
        answers_ = sets::over.of[static_cast<int>(on.kind)];
        walks_ = true;
        if (plan_.joins) return;
        const bool is_set = on.kind == Kind::single || on.kind == Kind::joker ||
                            on.kind == Kind::pair || on.kind == Kind::egg ||
                            (on.kind == Kind::big_egg && table_.size == 4);
        if (is_set) lay_set(on.kind, on.rank, table_.size);
        walks_ = !is_set && !on_run_;
    }

    PF_INLINE Kind play_set(u32 seat, int bit) {
        constexpr Kind kinds[] = {Kind::single, Kind::pair, Kind::egg, Kind::big_egg};
        const int copies = (bit >> 4) + 1, slot = bit & 15;
        Kind kind = kinds[copies - 1];
        if (slot >= ordinary_ranks) kind = slot == slot_big_ace ? Kind::big_ace : Kind::joker;
        put(seat, make_combo(ranks_of(slot, copies), kind, slot, 1, copies));
        lay_set(kind, slot, copies);
        return kind;
    }
    __attribute__((noinline)) Kind walk_lead(u32 seat, u32 i) {
        dadaa::Unranker unranker(plan_, i);
        dadaa::walk_leads(plan_, seats_[seat].counts, unranker);
        return play_any(seat, unranker.found);
    }
    __attribute__((noinline)) Kind walk_follow(u32 seat, u32 i) {
        dadaa::Unranker unranker(plan_, i);
        dadaa::walk_follows(plan_, seats_[seat].counts, table_, unranker);
        return play_any(seat, unranker.found);
    }
    Kind play_any(u32 seat, const Combo& play) {
        put(seat, play);
        lay();
        return play.reading.kind;
    }
    PF_INLINE void put(u32 seat, const Combo& play) {
        Seat& s = seats_[seat];
        s.counts -= play.cards;
        derive(s);
        table_ = play;
        // Of two big aces the one of the lower deck goes first.
        const int aces = play.cards.of(slot_big_ace);
        table_aces_ = aces == 0 ? 0 : aces == 2 ? both : s.aces & (~s.aces + 1);
        known_ = dadaa::known_after(known_, s.aces, table_aces_);
        s.aces &= ~table_aces_;
    }

    const Plays& plays_;
    const DadaaPlan& plan_;
    const DadaaRules& rules_;
    Seat seats_[race::seats_n];
    u32 sides_, known_;
    Combo table_;
    u32 table_aces_ = 0;
    u64 answers_ = 0;            // planes 1 … 4 that beat the table
    int fours_to_take_ = never;  // the table
    bool on_run_ = false;
    bool walks_ = false;  // the walk answers instead
    u32 runs_ = 0;        // of the hand whose leads were counted last
};

}  // namespace pokerfast
