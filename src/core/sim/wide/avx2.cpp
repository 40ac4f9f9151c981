// flags: -march=x86-64-v2 -mavx2 -fno-tree-vectorize
// Sixteen games a vector. Only the flags above: other files never see what is defined here.
#include "sim/wide/backend.hpp"

#if defined(__AVX2__)

#include "sim/wide/order.hpp"

#include <immintrin.h>

namespace pokerfast {

namespace {

struct Lanes {
    static constexpr int n = 16;
    using V = u16 __attribute__((vector_size(32)));
    using Q = u64 __attribute__((vector_size(32)));  // 64-bit lanes
    using M = V;                                     // all ones or zero a lane

    PF_INLINE static __m256i raw(V a) { return (__m256i)a; }
    PF_INLINE static V set1(int x) { return (V)_mm256_set1_epi16(static_cast<short>(x)); }
    PF_INLINE static V load(const u16* p) { return (V)_mm256_load_si256((const __m256i*)p); }
    PF_INLINE static V loadu(const u16* p) { return (V)_mm256_loadu_si256((const __m256i*)p); }
    template <int word>
    PF_INLINE static V all() {
        return load(wide_words.of[index_of_word(word)]);
    }
    PF_INLINE static void store(u16* p, V a) { _mm256_store_si256((__m256i*)p, raw(a)); }

    PF_INLINE static V mulhi(V a, V b) { return (V)_mm256_mulhi_epu16(raw(a), raw(b)); }
    PF_INLINE static V min(V a, V b) { return (V)_mm256_min_epu16(raw(a), raw(b)); }
    PF_INLINE static V table(V index, u64 high, u64 low) {  // of bytes
        const long long h = static_cast<long long>(high), l = static_cast<long long>(low);
        return (V)_mm256_shuffle_epi8(_mm256_set_epi64x(h, l, h, l), raw(index));
    }
    PF_INLINE static V byte_popc(V a) {
        const V low = all<0x0f0f>();
        constexpr u64 high4 = 0x0403030203020201, low4 = 0x0302020102010100;
        return (V)_mm256_add_epi8(raw(table(a & low, high4, low4)),
                                  raw(table((a >> 4) & low, high4, low4)));
    }
    PF_INLINE static V popc(V a) {
        return (V)_mm256_maddubs_epi16(raw(byte_popc(a)), raw(all<0x0101>()));
    }
    PF_INLINE static V popc8(V a) { return byte_popc(a); }  // a < 256
    PF_INLINE static V popc4(V a) { return table(a, 0x0403030203020201, 0x0302020102010100); }
    PF_INLINE static V bit(V n) {  // 1 << n, n < 16
        const V index = (n | n << 8) - all<0x0800>();
        return table(index, 0, 0x8040201008040201);
    }
    // a << n and, for a < 2^15, a >> n.
    PF_INLINE static V shifted_up(V a, V n) { return a * bit(n); }
    struct Down {
        V factor;
    };
    PF_INLINE static Down down(V n) { return {bit(all<15>() - n)}; }
    PF_INLINE static V shifted_down(V a, Down by) { return mulhi(a + a, by.factor); }

    // Comparisons are signed.
    PF_INLINE static M gt(V a, V b) { return (V)_mm256_cmpgt_epi16(raw(a), raw(b)); }
    PF_INLINE static M ge(V a, V b) { return ~gt(b, a); }
    PF_INLINE static M eq(V a, V b) { return (V)_mm256_cmpeq_epi16(raw(a), raw(b)); }
    PF_INLINE static M nz(V a) { return ~eq(a, V{}); }
    PF_INLINE static V shortfall(V a, V b) {  // b - a, at least 0
        return (V)_mm256_subs_epu16(raw(b), raw(a));
    }
    PF_INLINE static M lt_unsigned(V a, V b) { return ~eq(min(a, b), b); }
    PF_INLINE static V sel(M m, V a, V b) { return (V)_mm256_blendv_epi8(raw(b), raw(a), raw(m)); }
    PF_INLINE static V mix(V m, V a, V b) { return b ^ (m & (a ^ b)); }  // bit by bit
    PF_INLINE static V keep(M m, V a) { return m & a; }
    PF_INLINE static V drop(M m, V a) { return ~m & a; }
    // a + b, a - b and a | b where m, a elsewhere.
    PF_INLINE static V add(M m, V a, V b) { return a + (m & b); }
    PF_INLINE static V subtract(M m, V a, V b) { return a - (m & b); }
    PF_INLINE static V join(M m, V a, V b) { return a | (m & b); }
    PF_INLINE static V plus(V a, M m) { return a - m; }  // 1 more where m
    PF_INLINE static V minus(V a, M m) { return a + m; }
    PF_INLINE static V plus_equal_bytes(V sum, V a, V b) {  // 1 more for each byte that is equal
        return (V)_mm256_sub_epi8(raw(sum), _mm256_cmpeq_epi8(raw(a), raw(b)));
    }
    PF_INLINE static u32 bits(M m) {
        return static_cast<u32>(_mm_movemask_epi8(
            _mm_packs_epi16(_mm256_castsi256_si128(raw(m)), _mm256_extracti128_si256(raw(m), 1))));
    }
    PF_INLINE static bool any(M m) { return !_mm256_testz_si256(raw(m), raw(m)); }
    PF_INLINE static M first(int count) {
        constexpr V places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        return gt(set1(count), places);
    }

    // Which kinds: one look-up for each set that is asked for.
    using Kinds = V;
    PF_INLINE static Kinds kinds(V kind) { return kind | kind << 8; }
    template <u32 set>
    PF_INLINE static M among(Kinds kinds) {
        constexpr u64 high = table_of_bits(set >> 8), low = table_of_bits(set);
        return table(kinds, high, low);
    }

    // a / n, both small (order.hpp).
    PF_INLINE static V divided(V a, V n) {
        const __m256i low =
            _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i*)reciprocals.low));
        const __m256i high =
            _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i*)reciprocals.high));
        const __m256i factor =
            _mm256_or_si256(_mm256_shuffle_epi8(low, raw(n | all<0x8000>())),
                            _mm256_shuffle_epi8(high, raw(n << 8 | all<0x0080>())));
        return mulhi(a + a, (V)factor);
    }

    PF_INLINE static Q multiply(Q a, u32 factor) {  // of the low halves
        return (Q)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x(factor));
    }
    template <int lanes>
    PF_INLINE static V blend(V a, V b) {  // lanes of b by the bits, the same for each 8
        return (V)_mm256_blend_epi16(raw(a), raw(b), lanes);
    }
    // The i-th 64-bit lanes of both, one after the other, to place `at` of to[i].
    PF_INLINE static void store_pairs(u16* const* to, int at, Q a, Q b) {
        const __m256i even = _mm256_unpacklo_epi64((__m256i)a, (__m256i)b);
        const __m256i odd = _mm256_unpackhi_epi64((__m256i)a, (__m256i)b);
        _mm_store_si128((__m128i*)(to[0] + at), _mm256_castsi256_si128(even));
        _mm_store_si128((__m128i*)(to[1] + at), _mm256_castsi256_si128(odd));
        _mm_store_si128((__m128i*)(to[2] + at), _mm256_extracti128_si256(even, 1));
        _mm_store_si128((__m128i*)(to[3] + at), _mm256_extracti128_si256(odd, 1));
    }
    PF_INLINE static V gather(const u16* from, const u16* at) {
        alignas(32) u16 found[n];
#pragma GCC unroll 16
        for (int i = 0; i < n; ++i) found[i] = from[at[i]];
        return load(found);
    }
    // Sums of 16-bit lanes in 32-bit lanes.
    PF_INLINE static V sum(V sum, V a) {
        return (V)_mm256_add_epi32(raw(sum), _mm256_madd_epi16(raw(a), raw(all<1>())));
    }

    // Lanes of `up` to the front of their half, lanes of `low` to its back.
    struct Order {
        __m256i control;
        int up, low;  // how many in the first half
    };
    PF_INLINE static Order order(u32 up, u32 low) {
        const auto half = [](u32 front, u32 back) {
            return _mm_or_si128(_mm_load_si128((const __m128i*)lane_places.front[front]),
                                _mm_load_si128((const __m128i*)lane_places.back[back]));
        };
        return {_mm256_set_m128i(half(up >> 8, low >> 8), half(up & 255, low & 255)),
                __builtin_popcount(up & 255), __builtin_popcount(low & 255)};
    }
    using Front = Order;
    PF_INLINE static Front front(u32 up) { return order(up, 0); }
    PF_INLINE static void place_front(u16* top, V a, const Front& order) {
        const __m256i v = _mm256_shuffle_epi8(raw(a), order.control);
        _mm_storeu_si128((__m128i*)top, _mm256_castsi256_si128(v));
        _mm_storeu_si128((__m128i*)(top + order.up), _mm256_extracti128_si256(v, 1));
    }
    PF_INLINE static void place(u16* top, u16* bottom, V a, const Order& order) {
        const __m256i v = _mm256_shuffle_epi8(raw(a), order.control);
        const __m128i v0 = _mm256_castsi256_si128(v), v1 = _mm256_extracti128_si256(v, 1);
        _mm_storeu_si128((__m128i*)top, v0);
        _mm_storeu_si128((__m128i*)(top + order.up), v1);
        _mm_storeu_si128((__m128i*)(bottom - 8), v0);
        _mm_storeu_si128((__m128i*)(bottom - order.low - 8), v1);
    }
};

}  // namespace

}  // namespace pokerfast

#include "sim/wide/kernel.hpp"

namespace pokerfast {

extern const Backend backend_avx2;
const Backend backend_avx2{"avx2", Lanes::n, play_games, play_step};

}  // namespace pokerfast

#else

namespace pokerfast {

// Compiled without its flags, or not for x86.
extern const Backend backend_avx2;
const Backend backend_avx2{"avx2", 0, nullptr, nullptr};

}  // namespace pokerfast

#endif
