#include "batch/deals.hpp"

#include "climb/doudizhu/readings.hpp"
#include "game/trick.hpp"

#include <algorithm>
#include <cstring>

namespace pokerfast::batch {

namespace {

// Draws of `draw_lanes` games are made side by side.
constexpr int most_ready_blocks = 24;

class ReadyDraws {
  public:
    ReadyDraws(const Driver& driver, u64 seed, u64 first)
        : seed_(seed), first_(first), blocks_(std::min(driver.ready_blocks, most_ready_blocks)) {
        draw_many(seed, first, Stream::policy, blocks_, ready_);
    }
    Draws of(int lane) const {
        return Draws(seed_, first_ + static_cast<u64>(lane), Stream::policy, &ready_[0][lane],
                     static_cast<u32>(8 * blocks_));
    }

  private:
    u64 seed_, first_;
    int blocks_;
    alignas(64) u16 ready_[8 * most_ready_blocks][draw_lanes];
};

// Calls visit(first row, rows) for runs of at most `draw_lanes` rows.
template <class Visit>
void each_lanes(u64 from, u64 to, Visit&& visit) {
    for (u64 i = from; i < to; i += draw_lanes)
        visit(i, static_cast<int>(std::min<u64>(draw_lanes, to - i)));
}

void start(const Game& game, const Driver* driver, const DealRange& range, u64 first, int count,
           AnyState* states) {
    if (range.from_play && driver && driver->start_at_play) {
        driver->start_at_play(game, states, range.seed, first);
        return;
    }
    StartArgs args;
    args.from_play = range.from_play;
    args.seed = range.seed;
    for (int i = 0; i < count; ++i) {
        args.game = first + static_cast<u64>(i);
        game.start(states[i], args);
    }
}

void play_out(const Game& game, const Driver& driver, AnyState& state, Draws& draws, Tally& tally,
              double* returns) {
    while (!game.over(state)) {
        if (game.in_play(state)) {
            driver.finish_randomly(game, state, draws, tally);
            break;
        }
        game.apply(state, choose_randomly(game, state, draws));
    }
    game.returns(state, returns);
}

void store_pile(const Pile& pile, u64* out) {
    const TrickWords words = packed(pile.copies());
    out[0] = words.word[0];
    out[1] = words.word[1];
}

}  // namespace

std::vector<Fault> game_faults(const Game& game) {
    AnyState state;
    return game.start(state, {});
}

int hand_words(const Game& game) {
    const auto* climb = dynamic_cast<const ClimbGame*>(&game);
    return climb ? make_climb_arrays(climb->plays())->words() : 2;
}

void deal(const Game& game, const DealRange& range, u64* hands, u64* kitty, u64 from, u64 to) {
    const Driver* driver = find_driver(game.name());
    const auto* climb = dynamic_cast<const ClimbGame*>(&game);
    const bool deck = dynamic_cast<const DouDizhu*>(&game) != nullptr;
    const int words = hand_words(game), seats = game.seats();
    // All cards are dealt in any case, so both kinds of deals are read off the first lead.
    DealRange whole = range;
    whole.from_play = true;
    AnyState states[draw_lanes];
    each_lanes(from, to, [&](u64 row, int count) {
        start(game, driver, whole, range.first + row, count, states);
        for (int i = 0; i < count; ++i) {
            const AnyState& state = states[i];
            const u64 at = row + static_cast<u64>(i);
            u64* own = hands + at * static_cast<u64>(seats * words);
            u64* rest = kitty + at * static_cast<u64>(words);
            if (!climb) {
                const trick::State& s = TrickGame::of(state);
                for (int seat = 0; seat < seats; ++seat) store_pile(s.hand[seat], own + 2 * seat);
                store_pile(s.kitty, rest);
                continue;
            }
            // Nobody knows yet which aces are big, nor who takes the kitty.
            const u64 big = range.from_play ? climb->big_kinds(state) : 0;
            const CardIds bottom = deck ? CardIds::of(DouDizhu::of(state).kitty) : CardIds{};
            for (int seat = 0; seat < seats; ++seat) {
                CardIds held = climb->held(state, seat);
                if (!range.from_play) held = held - bottom;
                store_ranks(ranks_of(held, big), words, own + words * seat);
            }
            store_ranks(ranks_of(bottom, 0), words, rest);
        }
    });
}

void play_deals(const Game& game, const Driver& driver, const DealRange& range, double* returns,
                u64 from, u64 to) {
    const u64 seats = static_cast<u64>(game.seats());
    AnyState states[draw_lanes];
    Tally tally;
    each_lanes(from, to, [&](u64 row, int count) {
        const ReadyDraws ready(driver, range.seed, range.first + row);
        start(game, &driver, range, range.first + row, count, states);
        for (int i = 0; i < count; ++i) {
            Draws draws = ready.of(i);
            play_out(game, driver, states[i], draws, tally,
                     returns + seats * (row + static_cast<u64>(i)));
        }
    });
}

void play_states(const Game& game, const Driver& driver, const AnyState* states, u64 repeats,
                 u64 seed, u64 first, double* returns, u64 from, u64 to) {
    const u64 seats = static_cast<u64>(game.seats());
    Tally tally;
    each_lanes(from, to, [&](u64 row, int count) {
        const ReadyDraws ready(driver, seed, first + row);
        for (int i = 0; i < count; ++i) {
            const u64 at = row + static_cast<u64>(i);
            AnyState state = states[at / repeats];
            Draws draws = ready.of(i);
            double* out = returns + seats * at;
            std::fill(out, out + seats, 0.0);  // an endgame may have fewer players
            play_out(game, driver, state, draws, tally, out);
        }
    });
}

namespace {

PF_INLINE const PlayRow<1>& table_at(const PlayArray& tables, u64 i) {
    return static_cast<const PlayRow<1>*>(tables.rows)[tables.step * i];
}

PF_INLINE bool leads(const DeckPositions& positions, u64 i) {
    return !positions.tables.rows || table_at(positions.tables, i).reading.kind == Kind::pass;
}

}  // namespace

PositionFault fault_of(const Plan& plan, const DeckPositions& positions, u64 i) {
    const int players = positions.players;
    const u64* hands = positions.hands + static_cast<u64>(players) * i;
    const int turn = positions.to_move.at(i), landlord = positions.landlord.at(i);
    const int owner = positions.table_by.at(i);
    const auto is_seat = [&](int seat) { return 0 <= seat && seat < players; };
    if (!is_seat(turn)) return PositionFault::to_move;
    if (!is_seat(landlord)) return PositionFault::landlord;
    if (owner != -1 && !is_seat(owner)) return PositionFault::table_by;
    u64 sum = 0;
    for (int seat = 0; seat < players; ++seat) {
        if (hands[seat] == 0) return PositionFault::empty_hand;
        if (total_of(hands[seat]) > (seat == landlord ? 20 : 17)) return PositionFault::large_hand;
        sum += hands[seat];  // at most 4 and 4 a lane
        if (sum & 0x8888888888888888ull || !lanes_within(sum, deck_counts))
            return PositionFault::pack;
    }
    if (leads(positions, i)) return owner == -1 ? PositionFault::none : PositionFault::no_table;
    if (owner == -1) return PositionFault::no_player;
    if (owner == turn) return PositionFault::own_table;
    const PlayRow<1>& row = table_at(positions.tables, i);
    if (!is_reading(plan, row.cards[0], row.reading)) return PositionFault::no_reading;
    sum += row.cards[0];
    return sum & 0x8888888888888888ull || !lanes_within(sum, deck_counts) ? PositionFault::pack
                                                                          : PositionFault::none;
}

void play_positions(const DouDizhu& game, const Driver& driver, const DeckPositions& positions,
                    u64 seed, u64 first, double* returns, u64 from, u64 to) {
    const int players = positions.players;
    AnyState fresh;
    std::memset(fresh.bytes, 0, sizeof fresh.bytes);
    doudizhu::State& s = DouDizhu::of(fresh);
    doudizhu::blank(s);
    for (i64& beans : s.beans) beans = -1;
    s.players = static_cast<u8>(players);
    s.multiplier = 1;
    s.phase = doudizhu::Phase::play;
    s.dealt = 51;
    Tally tally;
    each_lanes(from, to, [&](u64 row, int count) {
        const ReadyDraws ready(driver, seed, first + row);
        for (int lane = 0; lane < count; ++lane) {
            const u64 i = row + static_cast<u64>(lane);
            AnyState state = fresh;
            doudizhu::State& p = DouDizhu::of(state);
            const u64* hands = positions.hands + static_cast<u64>(players) * i;
            p.turn = static_cast<u8>(positions.to_move.at(i));
            p.landlord = static_cast<u8>(positions.landlord.at(i));
            bool full = players == 3 && p.turn == p.landlord;
            for (int seat = 0; seat < players; ++seat) {
                p.counts[seat] = hands[seat];
                // Play goes by rank; the score asks only who has no cards left.
                p.held[seat] = full_deck;
                full &= total_of(hands[seat]) == (seat == p.landlord ? 20 : 17);
            }
            if (!leads(positions, i)) {
                const Reading on = table_at(positions.tables, i).reading;
                const int owner = positions.table_by.at(i);
                p.table_kind = on.kind;
                p.table_rank = on.rank;
                p.table_length = on.length;
                p.table_by = static_cast<u8>(owner);
                p.passes = static_cast<u8>((p.turn - owner - 1 + players) % players);
                full = false;
            }
            p.may_spring = full;
            Draws draws = ready.of(lane);
            play_out(game, driver, state, draws, tally, returns + static_cast<u64>(players) * i);
        }
    });
}

}  // namespace pokerfast::batch
