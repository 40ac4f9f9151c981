// Array calls on rows of random bits, under random rules: rows beyond the pack are refused and no
// others; what is counted, listed and drawn is what single plays are, and stays within its memory;
// deals and playouts don't depend on how rows are cut into blocks.
#include "batch/deals.hpp"
#include "batch/parallel.hpp"
#include "batch/trick.hpp"
#include "drivers/fuzz.hpp"
#include "game/trick.hpp"

#include <cstring>

using namespace pokerfast;
using namespace pokerfast::fuzz;
using namespace pokerfast::batch;

namespace {

constexpr u64 rows_n = 12;

// Heap memory of exactly the size, so that a sanitizer sees what goes beyond it.
template <class T>
std::unique_ptr<T[]> exactly(u64 n) {
    return std::make_unique<T[]>(n);
}

RankCounts ranks_at(const u64* row, int words) {
    return words == 1 ? widened(*row) : RankCounts{{row[0], row[1]}};
}

// Counts of a row by the description of the layout.
bool fits(const u64* row, int words, const RankCounts& pack) {
    for (int slot = 0; slot < slots_n; ++slot) {
        const u64 count =
            words == 1 ? *row >> (4 * slot) & 15 : row[slot / 8] >> (8 * (slot % 8)) & 255;
        if (count > static_cast<u64>(pack.of(slot))) return false;
    }
    return true;
}

// Mostly cards of the pack; sometimes a slot too many, sometimes any bits.
void random_row(u64* row, int words, const RankCounts& pack, Draws& draws) {
    RankCounts cards;
    for (int slot = 0; slot < slots_n; ++slot)
        if (draws.below(3) == 0 && pack.of(slot))
            cards +=
                ranks_of(slot, static_cast<int>(draws.below(static_cast<u32>(pack.of(slot)) + 1)));
    store_ranks(cards, words, row);
    const u32 form = draws.below(24);
    if (form == 0) row[0] += 1ull << (4 * draws.below(16));
    if (form == 1)
        for (int word = 0; word < words; ++word) row[word] = draws.below_wide(~0ull);
}

template <int words>
void check_climb(const ClimbGame& game, Draws& draws, u64 round) {
    using Row = PlayRow<words>;
    const Plays& plays = game.plays();
    const auto arrays = make_climb_arrays(plays);
    auto hands = exactly<u64>(words * rows_n), fronts = exactly<u64>(words * rows_n);
    for (u64 i = 0; i < rows_n; ++i)
        for (u64* rows : {hands.get(), fronts.get()}) {
            u64* row = rows + words * i;
            random_row(row, words, plays.pack(), draws);
            const bool good = fits(row, words, plays.pack());
            if (good != (arrays->bad_hand(row, 0, 1) == 1)) fail("rows of cards misjudged", round);
            if (!good) std::memset(row, 0, sizeof(u64) * words);
        }
    auto tables = exactly<Row>(rows_n);
    arrays->classify(fronts.get(), tables.get(), 0, rows_n);
    for (u64 i = 0; i < rows_n; ++i) {
        const RankCounts cards = ranks_at(fronts.get() + words * i, words);
        if (tables[i].reading != plays.classify(cards)) fail("another reading", round);
        // A play out of the leads, or damaged bytes.
        const u64 leads = plays.count_leads(cards);
        if (leads && draws.below(2)) {
            const i64 number = static_cast<i64>(draws.below_wide(leads));
            arrays->unrank(fronts.get() + words * i, nullptr, &number, &tables[i], 0, 1);
        }
        Row damaged = tables[i];
        reinterpret_cast<u8*>(&damaged)[8 * words + draws.below(4)] =
            static_cast<u8>(draws.below(2) ? draws.below(40) : draws.below(256));
        if (arrays->bad_play(&damaged, 0, 1) == 1) tables[i] = damaged;
    }
    if (arrays->bad_play(tables.get(), 0, rows_n) != rows_n) fail("a good play refused", round);

    const PlayArray on{tables.get(), 1};
    for (const PlayArray* given : {static_cast<const PlayArray*>(nullptr), &on}) {
        auto offsets = exactly<i64>(rows_n + 1);
        arrays->count(hands.get(), given, offsets.get() + 1, 0, rows_n);
        for (u64 i = 0; i < rows_n; ++i) offsets[i + 1] += offsets[i];
        auto listed = exactly<Row>(static_cast<u64>(offsets[rows_n]));
        arrays->list(hands.get(), given, offsets.get(), listed.get(), 0, rows_n);
        if (arrays->bad_play(listed.get(), 0, static_cast<u64>(offsets[rows_n])) !=
            static_cast<u64>(offsets[rows_n]))
            fail("a listed play is none", round);
        for (u64 i = 0; i < rows_n; ++i) {
            const RankCounts hand = ranks_at(hands.get() + words * i, words);
            const Row& row = tables[i];
            Combo table{ranks_at(row.cards, words), row.reading, row.size};
            if (!plays.is_reading(table.cards, table.reading)) table = {};
            std::vector<Combo> single;
            given ? plays.follows(hand, table, single) : plays.leads(hand, single);
            const u64 count = static_cast<u64>(offsets[i + 1] - offsets[i]);
            if (single.size() != count) fail("another number of plays", round);
            for (u64 n = 0; n < count; ++n) {
                const Row& made = listed[static_cast<u64>(offsets[i]) + n];
                if (ranks_at(made.cards, words) != single[n].cards ||
                    made.reading != single[n].reading || made.size != single[n].size)
                    fail("another play", round);
                u8 beats = 1;
                const PlayArray front{&row, 1};
                arrays->beats(&made, front, &beats, 0, 1);
                if (given && !beats) fail("a follow that does not beat the table", round);
            }
        }
    }
}

void check_trick(const TrickGame& game, Draws& draws, u64 round) {
    const int suit = static_cast<int>(draws.below(5)), level = static_cast<int>(draws.below(13));
    const TrickPlan& plan = game.plan(suit, level);
    const TrickArrays arrays(plan, game.decks(), game.kinds());
    auto hands = exactly<TrickWords>(rows_n), fronts = exactly<TrickWords>(rows_n);
    const auto random_cards = [&](int most) {
        Copies cards;
        const u64 kinds = draws.below(2) ? game.kinds() : plan.kinds[draws.below(5)] & game.kinds();
        for (int n = static_cast<int>(draws.below(static_cast<u32>(most) + 1)); n > 0 && kinds;
             --n) {
            const int kind =
                select_bit64(kinds, draws.below(static_cast<u32>(count_bits64(kinds))));
            if (cards.of(kind) < game.decks()) cards.add(kind);
        }
        return cards;
    };
    for (u64 i = 0; i < rows_n; ++i) {
        hands[i] = packed(random_cards(20));
        fronts[i] = packed(random_cards(static_cast<int>(draws.below(9))));
        TrickWords wild = hands[i];
        wild.word[draws.below(2)] ^= 1ull << draws.below(64);
        bool good = true;
        for (int kind = 0; kind < 64; ++kind) {
            const int n = static_cast<int>(wild.word[kind / 32] >> (2 * (kind % 32)) & 3);
            good &= n <= (game.kinds() >> kind & 1 ? game.decks() : 0);
        }
        if (good != (arrays.bad_cards(&wild, most_counted, 0, 1) == 1))
            fail("rows of cards misjudged", round);
    }
    const CardsArray leads{fronts.get(), 1};
    auto offsets = exactly<i64>(rows_n + 1);
    arrays.count(hands.get(), leads, offsets.get() + 1, 0, rows_n);
    for (u64 i = 0; i < rows_n; ++i) {
        if (offsets[i + 1] > 2000) {
            hands[i] = fronts[i] = {};
            offsets[i + 1] = 0;
        }
        offsets[i + 1] += offsets[i];
    }
    auto listed = exactly<TrickWords>(static_cast<u64>(offsets[rows_n]));
    arrays.list(hands.get(), leads, offsets.get(), listed.get(), 0, rows_n);
    for (u64 i = 0; i < rows_n; ++i)
        for (i64 n = offsets[i]; n < offsets[i + 1]; ++n) {
            u8 code = 99;
            const CardsArray lead{&fronts[i], 0};
            const TrickWords& play = listed[static_cast<u64>(n)];
            arrays.check(&hands[i], lead, &play, &code, 0, 1);
            if (code != static_cast<u8>(Code::ok)) fail("a listed follow is refused", round);
            TrickWords drawn{};
            const i64 number = n - offsets[i];
            if (arrays.unrank(&hands[i], lead, &number, &drawn, 0, 1) != 1 ||
                std::memcmp(&drawn, &play, sizeof play) != 0)
                fail("another follow by its number", round);
        }
    auto winners = exactly<std::int8_t>(rows_n / 3);
    arrays.winners(fronts.get(), 3, winners.get(), 0, rows_n / 3);
    for (u64 i = 0; i < rows_n / 3; ++i)
        if (winners[i] < -1 || winners[i] > 2) fail("a winner that is no seat", round);
}

// Cut into blocks of any size, deals and games are the same.
void check_deals(const Game& game, Draws& draws, u64 round) {
    if (!game_faults(game).empty()) return;
    const Driver& driver = *find_driver(game.name());
    const u64 n = 1 + draws.below(40), seats = static_cast<u64>(game.seats());
    const u64 words = static_cast<u64>(hand_words(game));
    const DealRange range{draws.below(9), draws.below_wide(1ull << 40), draws.below(2) == 0};
    std::unique_ptr<u64[]> hands[2], kitty[2];
    std::unique_ptr<double[]> returns[2];
    for (const int k : {0, 1}) {
        hands[k] = exactly<u64>(n * seats * words);
        kitty[k] = exactly<u64>(n * words);
        returns[k] = exactly<double>(n * seats);
        const u64 block = k ? 1 + draws.below(17) : n;
        const Parallel how{k ? 3 : 1, {}};
        each_block(n, block, how, [&](u64 from, u64 to) {
            deal(game, range, hands[k].get(), kitty[k].get(), from, to);
            play_deals(game, driver, range, returns[k].get(), from, to);
        });
    }
    if (std::memcmp(hands[0].get(), hands[1].get(), 8 * n * seats * words) != 0 ||
        std::memcmp(kitty[0].get(), kitty[1].get(), 8 * n * words) != 0)
        fail("blocks change the deals", round);
    if (std::memcmp(returns[0].get(), returns[1].get(), 8 * n * seats) != 0)
        fail("blocks change the games", round);
    const auto* deck = dynamic_cast<const DouDizhu*>(&game);
    if (!deck) return;
    // Positions of hands that are dealt and lose cards, some of them none that can occur.
    auto scores = exactly<double>(3);
    for (u64 i = 0; i < n; ++i) {
        const std::int8_t turn = static_cast<std::int8_t>(draws.below(4)),
                          lord = static_cast<std::int8_t>(draws.below(3)),
                          owner = static_cast<std::int8_t>(static_cast<int>(draws.below(5)) - 1);
        u64 own[3];
        for (int seat = 0; seat < 3; ++seat)
            own[seat] =
                hands[0][3 * i + static_cast<u64>(seat)] & draws.below_wide(~0ull) & lane_ones * 7;
        for (u64& hand : own)
            if (!lanes_within(hand, deck_counts)) hand = 1;
        PlayRow<1> table{};
        table.reading.kind = Kind::pass;
        if (draws.below(2) && own[0]) {
            const i64 number = 0;
            make_climb_arrays(deck->plays())->unrank(&own[0], nullptr, &number, &table, 0, 1);
            own[0] -= table.cards[0];
        }
        DeckPositions positions;
        positions.hands = own;
        positions.to_move = {&turn, 1};
        positions.landlord = {&lord, 1};
        positions.table_by = {&owner, 1};
        if (draws.below(2)) positions.tables = {&table, 1};
        if (fault_of(deck->plan(), positions, 0) != PositionFault::none) continue;
        play_positions(*deck, driver, positions, round, i, scores.get(), 0, 1);
        if (std::fabs(scores[0] + scores[1] + scores[2]) > 1e-9)
            fail("returns do not cancel", round);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const u64 rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
    u64 played = 0;
    for (u64 round = 0; round < rounds; ++round) {
        Draws draws(4242, round, Stream::policy);
        for (const GameEntry& entry : all_games()) {
            const std::vector<i64> values = random_options(entry.options(), ~1u, draws);
            if (!entry.check(values).empty()) continue;
            const std::unique_ptr<Game> game = entry.make(values);
            ++played;
            if (const auto* climb = dynamic_cast<const ClimbGame*>(game.get()))
                hand_words(*game) == 1 ? check_climb<1>(*climb, draws, round)
                                       : check_climb<2>(*climb, draws, round);
            else
                check_trick(static_cast<const TrickGame&>(*game), draws, round);
            if (draws.below(8) == 0) check_deals(*game, draws, round);
        }
    }
    if (played < rounds) fail("hardly any rules were playable", played);
    std::printf("fuzz: %llu rules without fault\n", static_cast<unsigned long long>(played));
    return 0;
}
