// The draws of the games in hand, and their deals: as docs/seeds.md fixes them, for as many games
// as there are lanes at once.
#pragma once

#include "base/random.hpp"
#include "cards/deck.hpp"
#include "sim/wide/hands.hpp"

namespace pokerfast {

namespace {

// Whom lanes without a game belong to.
constexpr int pools_n = 2, slots_n = 4 * pools_n * lanes_n, no_slot = slots_n;
constexpr int row_bits = 6, row_size = 1 << row_bits;
constexpr int row_blocks = 6, row_draws = 8 * row_blocks;  // a random game takes 38 draws
constexpr int group_n = lanes_n / 4;                       // 64-bit lanes

constexpr int places_blocks = (deck_size + 7) / 8;

// 2^16 mod the number of open places, for each card.
struct Floors {
    u16 of[8 * places_blocks];
};

consteval Floors make_floors() {
    Floors floors{};
    for (u32 id = 0; id + 1 < deck_size; ++id)
        floors.of[id] = static_cast<u16>(65536u % (deck_size - id));
    return floors;
}

constexpr Floors floors = make_floors();

class WideDraws {
  public:
    explicit WideDraws(u64 seed) : seed_(seed) {
        u32 key0 = static_cast<u32>(seed), key1 = static_cast<u32>(seed >> 32);
        for (auto& keys : keys_) {
            keys[0] = Q{} + u64{key0};
            keys[1] = Q{} + u64{key1};
            key0 += 0x9E3779B9u;
            key1 += 0xBB67AE85u;
        }
        for (int i = 0; i < group_n; ++i) every_fourth_[i] = 4 * static_cast<u64>(i);
        for (int i = 0; i < slots_n; ++i) free_[i] = static_cast<u16>(i);
    }

    // A slot for each of `count` games and their draws from those blocks on; answers where the
    // first draws stand.
    V open(int count, const u64* games, const u32* blocks) {
        alignas(64) u16 slots[lanes_n];
        u16* rows[lanes_n];
        for (int i = 0; i < lanes_n; ++i) {
            slots[i] = i < count ? free_[--free_n_] : static_cast<u16>(no_slot);
            game_[slots[i]] = games[i];
            block_[slots[i]] = blocks[i];
            rows[i] = row_[slots[i]];
        }
        for (int group = 0; group < lanes_n; group += group_n) {
            alignas(64) u64 game64[group_n], block64[group_n];
            for (int i = 0; i < group_n; ++i) {
                game64[i] = games[group + i];
                block64[i] = blocks[group + i];
            }
            Q game, block;
            __builtin_memcpy(&game, game64, sizeof game);
            __builtin_memcpy(&block, block64, sizeof block);
            const Opening opened = opening(game, Stream::policy);
            for (int b = 0; b < row_blocks; ++b) {
                Q words[4];
                philox4(opened, (block + static_cast<u64>(b)) & 0xffff, words);
                const Q low = Q{} + 0xffffffffull;
                Lanes::store_pairs(rows + group, 8 * b, (words[0] & low) | words[1] << 32,
                                   (words[2] & low) | words[3] << 32);
            }
        }
        return Lanes::load(slots) << row_bits;
    }

    void close(u16 draw) { free_[free_n_++] = static_cast<u16>(draw >> row_bits); }

    // The draws at those places.
    PF_INLINE V at(const u16* places) const { return Lanes::gather(row_[0], places); }
    u16 at(u16 place) const { return row_[place >> row_bits][place & (row_size - 1)]; }
    void set(u16 place, u16 draw) { row_[place >> row_bits][place & (row_size - 1)] = draw; }

    // Whether some lane has used up its row.
    PF_INLINE static bool spent(V draw) {
        return Lanes::any(Lanes::eq(draw & all<row_size - 1>(), all<row_draws>()));
    }

    // Where the draw stands after the row has moved on by a block, if that was needed.
    __attribute__((noinline)) u16 renewed(u16 draw) {
        if ((draw & (row_size - 1)) != row_draws) return draw;
        const int slot = draw >> row_bits;
        u16* row = row_[slot];
        const u32 number = block_[slot]++ + row_blocks;
        const Block block = philox4x32(game_[slot], number, Stream::policy, 0);
        for (int i = 0; i < 8; ++i) row[row_draws - 8 + i] = half_of(block, i);
        return static_cast<u16>(draw - 8);
    }

    // The answer of a draw whose product with n came too low to settle it.
    __attribute__((noinline)) u16 settle(u16 draw, u32 n, u32 product) const {
        const int slot = draw >> row_bits;
        const u32 number = 8 * block_[slot] + (draw & (row_size - 1));
        return again(game_[slot], number, Stream::policy, n, product);
    }

    // The hands of as many games as there are lanes, the bottom cards with seat 0.
    void deal(u64 first, Hand (&hands)[3]) const {
        alignas(64) u16 values[8 * places_blocks][lanes_n];
        Opening games[4];
        for (u64 group = 0; group < 4; ++group)
            games[group] = opening(every_fourth_ + (first + group), Stream::places);
        for (int block = 0; block < places_blocks; ++block)
            draw_places(first, games, block, values);
        // Cards below the edge: of the first seat, the first two, the first three.
        V edge[3] = {all<17>(), all<34>(), all<51>()};
        V suits[3][4];  // the cards of each seat's, from 2 to A
        const V suit_cards = all<0x1fff>();
        for (int suit = 0; suit < 4; ++suit) {
            V below[3] = {};
            V here = all<1>();
            for (int id = 13 * suit; id < 13 * suit + 13; ++id, here += here)
                place(Lanes::load(values[id]), here, edge, below);
            suits[1][suit] = below[1] & ~below[0];
            suits[2][suit] = below[2] & ~below[1];
            suits[0][suit] = suit_cards & ~(suits[1][suit] | suits[2][suit]);
        }
        V below[3] = {};
        place(Lanes::load(values[52]), all<1 << slot_small_joker>(), edge, below);
        place(Lanes::load(values[53]), all<1 << slot_big_joker>(), edge, below);
        V both[3];
        both[1] = below[1] & ~below[0];
        both[2] = below[2] & ~below[1];
        both[0] = all<joker_slots>() & ~(both[1] | both[2]);
        for (int seat = 0; seat < 3; ++seat) {
            const V a = suits[seat][0], b = suits[seat][1], c = suits[seat][2], d = suits[seat][3];
            const V ab = a & b, cd = c & d, a_b = a | b, c_d = c | d;
            hands[seat].p1 = by_slot(a_b | c_d) | both[seat];
            hands[seat].p2 = by_slot(ab | cd | (a_b & c_d));
            hands[seat].p3 = by_slot((ab & c_d) | (cd & a_b));
            hands[seat].p4 = by_slot(ab & cd);
        }
    }

  private:
    PF_INLINE static u16 half_of(const Block& block, int i) {
        return static_cast<u16>(block.word[i / 2] >> 16 * (i % 2));
    }

    PF_INLINE Block philox4x32(u64 game, u32 block, Stream stream, u32 attempt) const {
        return philox({{static_cast<u32>(game), static_cast<u32>(game >> 32), block & 0xffff,
                        static_cast<u32>(stream) | attempt << 8}},
                      static_cast<u32>(seed_), static_cast<u32>(seed_ >> 32));
    }

    u16 again(u64 game, u32 draw, Stream stream, u32 n, u32 product) const {
        const u32 floor = 65536u % n;
        for (u32 attempt = 1; (product & 0xffff) < floor; ++attempt) {
            const Block block = philox4x32(game, draw >> 3, stream, attempt);
            product = half_of(block, static_cast<int>(draw & 7)) * n;
        }
        return static_cast<u16>(product >> 16);
    }

    // What the first two rounds of all blocks of a game share. The low halves of the words count.
    struct Opening {
        Q first0, second0, second1, second2;
    };

    PF_INLINE Opening opening(Q game, Stream stream) const {
        const Q p = Lanes::multiply(game, 0xD2511F53u);
        const Q q =
            Lanes::multiply((p >> 32) ^ static_cast<u64>(stream) ^ keys_[0][1], 0xCD9E8D57u);
        return {game >> 32 ^ keys_[0][0], q >> 32 ^ keys_[1][0], q, p ^ keys_[1][1]};
    }

    PF_INLINE void philox4(const Opening& game, Q block, Q (&words)[4]) const {
        const Q first = Lanes::multiply(block, 0xCD9E8D57u);
        const Q second = Lanes::multiply((first >> 32) ^ game.first0, 0xD2511F53u);
        Q w0 = first ^ game.second0, w1 = game.second1, w2 = (second >> 32) ^ game.second2,
          w3 = second;
        for (int round = 2; round < 10; ++round) {
            const Q p = Lanes::multiply(w0, 0xD2511F53u), q = Lanes::multiply(w2, 0xCD9E8D57u);
            w0 = (q >> 32) ^ w1 ^ keys_[round][0];
            w2 = (p >> 32) ^ w3 ^ keys_[round][1];
            w1 = q;
            w3 = p;
        }
        words[0] = w0;
        words[1] = w1;
        words[2] = w2;
        words[3] = w3;
    }

    // below(54 - id) for the eight cards of a block.
    void draw_places(u64 first, const Opening (&games)[4], int block,
                     u16 (*values)[lanes_n]) const {
        Q words[4][4];  // by group; 16-bit lane 4 i + g is lane i of group g
        for (int group = 0; group < 4; ++group)
            philox4(games[group], Q{} + static_cast<u64>(block), words[group]);
        V spoilt{};
        for (int w = 0; w < 4; ++w) {
            const Q a = words[0][w], b = words[1][w], c = words[2][w], d = words[3][w];
            const V draws[2] = {Lanes::blend<0xcc>(Lanes::blend<0x22>((V)a, (V)(b << 16)),
                                                   Lanes::blend<0x88>((V)(c << 32), (V)(d << 48))),
                                Lanes::blend<0xcc>(Lanes::blend<0x22>((V)(a >> 16), (V)b),
                                                   Lanes::blend<0x88>((V)(c << 16), (V)(d << 32)))};
            for (int half = 0; half < 2; ++half) {
                const int id = 8 * block + 2 * w + half;
                const V n = Lanes::load(wide_words.of[id < deck_size ? deck_size - id : 1]);
                Lanes::store(values[id], Lanes::mulhi(draws[half], n));
                spoilt |=
                    Lanes::shortfall(draws[half] * n, Lanes::load(wide_words.of[floors.of[id]]));
            }
            if (__builtin_expect(Lanes::any(Lanes::nz(spoilt)), 0)) {
                for (int half = 0; half < 2; ++half)
                    repair(first, 8 * block + 2 * w + half, draws[half], values);
                spoilt = V{};
            }
        }
    }

    __attribute__((noinline)) void repair(u64 first, int id, V draws,
                                          u16 (*values)[lanes_n]) const {
        alignas(64) u16 draw[lanes_n];
        Lanes::store(draw, draws);
        const u32 n = static_cast<u32>(deck_size - id);
        if (id >= deck_size) return;
        for (u32 i = 0; i < lanes_n; ++i)
            values[id][i] = again(first + i, static_cast<u32>(id), Stream::places, n, draw[i] * n);
    }

    PF_INLINE static void place(V value, V here, V (&edge)[3], V (&below)[3]) {
        for (int j = 0; j < 3; ++j) {
            const M under = Lanes::gt(edge[j], value);
            edge[j] = Lanes::minus(edge[j], under);
            below[j] |= Lanes::keep(under, here);
        }
    }

    // From 2 … A in suit order to slots, where the 2 is highest.
    PF_INLINE static V by_slot(V ranks) { return ranks >> 1 | (ranks & all<1>()) << slot_two; }

    u64 seed_;
    Q keys_[10][2];
    Q every_fourth_;  // 0, 4, 8 …
    int free_n_ = slots_n;
    u16 free_[slots_n];
    u32 block_[slots_n + 1] = {};  // of the first draw in the row
    u64 game_[slots_n + 1] = {};
    alignas(64) u16 row_[slots_n + 1][row_size] = {};
};

}  // namespace

}  // namespace pokerfast
