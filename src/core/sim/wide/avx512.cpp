// flags: -march=x86-64-v2 -mavx2 -mavx512f -mavx512bw -mavx512vl -mavx512bitalg -mavx512vbmi2
// Thirty-two games a vector. Only the flags above: other files never see what is defined here.
#include "sim/wide/backend.hpp"

#if defined(__AVX512BITALG__) && defined(__AVX512VBMI2__)

#include "sim/wide/order.hpp"

// GCC 12 takes the headers' undefined operands for mistakes (its bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop

namespace pokerfast {

namespace {

// A bit a lane, as the kernel's operators want it.
struct Mask {
    __mmask32 bits;

    PF_INLINE friend Mask operator&(Mask a, Mask b) { return {a.bits & b.bits}; }
    PF_INLINE friend Mask operator|(Mask a, Mask b) { return {a.bits | b.bits}; }
    PF_INLINE friend Mask operator~(Mask a) { return {~a.bits}; }
};

struct Lanes {
    static constexpr int n = 32;
    using V = u16 __attribute__((vector_size(64)));
    using Q = u64 __attribute__((vector_size(64)));  // 64-bit lanes
    using M = Mask;

    PF_INLINE static __m512i raw(V a) { return (__m512i)a; }
    PF_INLINE static V set1(int x) { return (V)_mm512_set1_epi16(static_cast<short>(x)); }
    PF_INLINE static V load(const u16* p) { return (V)_mm512_load_si512(p); }
    PF_INLINE static V loadu(const u16* p) { return (V)_mm512_loadu_si512(p); }
    template <int word>
    PF_INLINE static V all() {
        return load(wide_words.of[index_of_word(word)]);
    }
    PF_INLINE static void store(u16* p, V a) { _mm512_store_si512(p, raw(a)); }

    PF_INLINE static V mulhi(V a, V b) { return (V)_mm512_mulhi_epu16(raw(a), raw(b)); }
    PF_INLINE static V min(V a, V b) { return (V)_mm512_min_epu16(raw(a), raw(b)); }
    PF_INLINE static V popc(V a) { return (V)_mm512_popcnt_epi16(raw(a)); }
    PF_INLINE static V popc8(V a) { return popc(a); }
    PF_INLINE static V popc4(V a) { return popc(a); }
    PF_INLINE static V shifted_up(V a, V n) { return (V)_mm512_sllv_epi16(raw(a), raw(n)); }
    PF_INLINE static V bit(V n) { return shifted_up(all<1>(), n); }
    struct Down {
        V by;
    };
    PF_INLINE static Down down(V n) { return {n}; }
    PF_INLINE static V shifted_down(V a, Down n) { return (V)_mm512_srlv_epi16(raw(a), raw(n.by)); }

    // Comparisons are signed.
    PF_INLINE static M gt(V a, V b) { return {_mm512_cmpgt_epi16_mask(raw(a), raw(b))}; }
    PF_INLINE static M ge(V a, V b) { return {_mm512_cmpge_epi16_mask(raw(a), raw(b))}; }
    PF_INLINE static M eq(V a, V b) { return {_mm512_cmpeq_epi16_mask(raw(a), raw(b))}; }
    PF_INLINE static M nz(V a) { return {_mm512_test_epi16_mask(raw(a), raw(a))}; }
    PF_INLINE static V shortfall(V a, V b) {  // b - a, at least 0
        return (V)_mm512_subs_epu16(raw(b), raw(a));
    }
    PF_INLINE static M lt_unsigned(V a, V b) { return {_mm512_cmplt_epu16_mask(raw(a), raw(b))}; }
    PF_INLINE static V sel(M m, V a, V b) {
        return (V)_mm512_mask_blend_epi16(m.bits, raw(b), raw(a));
    }
    PF_INLINE static V keep(M m, V a) { return (V)_mm512_maskz_mov_epi16(m.bits, raw(a)); }
    PF_INLINE static V drop(M m, V a) { return sel(m, V{}, a); }
    // a + b, a - b and a | b where m, a elsewhere.
    PF_INLINE static V add(M m, V a, V b) {
        return (V)_mm512_mask_add_epi16(raw(a), m.bits, raw(a), raw(b));
    }
    PF_INLINE static V subtract(M m, V a, V b) {
        return (V)_mm512_mask_sub_epi16(raw(a), m.bits, raw(a), raw(b));
    }
    PF_INLINE static V join(M m, V a, V b) { return sel(m, a | b, a); }
    PF_INLINE static V plus(V a, M m) {  // 1 more where m
        return (V)_mm512_mask_add_epi16(raw(a), m.bits, raw(a), raw(all<1>()));
    }
    PF_INLINE static V minus(V a, M m) {
        return (V)_mm512_mask_sub_epi16(raw(a), m.bits, raw(a), raw(all<1>()));
    }
    PF_INLINE static V plus_equal_bytes(V sum, V a, V b) {  // 1 more for each byte that is equal
        const __mmask64 equal = _mm512_cmpeq_epi8_mask(raw(a), raw(b));
        return (V)_mm512_mask_sub_epi8(raw(sum), equal, raw(sum), _mm512_set1_epi8(-1));
    }
    PF_INLINE static u32 bits(M m) { return m.bits; }
    PF_INLINE static bool any(M m) { return m.bits != 0; }
    PF_INLINE static M first(int count) {
        return {count >= n ? ~__mmask32{} : (__mmask32{1} << count) - 1};
    }

    // Which kinds: a bit a kind, tested against the set that is asked for.
    using Kinds = V;
    PF_INLINE static Kinds kinds(V kind) { return bit(kind); }
    template <u32 set>
    PF_INLINE static M among(Kinds kinds) {
        return {_mm512_test_epi16_mask(raw(kinds), raw(all<static_cast<int>(set)>()))};
    }

    // a / n, both small (order.hpp).
    PF_INLINE static V divided(V a, V n) {
        const __m512i words = _mm512_load_si512(reciprocals.word);
        return mulhi(a + a, (V)_mm512_permutexvar_epi16(raw(n), words));
    }

    PF_INLINE static Q multiply(Q a, u32 factor) {  // of the low halves
        return (Q)_mm512_mul_epu32((__m512i)a, _mm512_set1_epi64(factor));
    }
    template <int lanes>
    PF_INLINE static V blend(V a, V b) {  // lanes of b by the bits, the same for each 8
        return (V)_mm512_mask_blend_epi16(lanes * 0x01010101u, raw(a), raw(b));
    }
    // The i-th 64-bit lanes of both, one after the other, to place `at` of to[i].
    PF_INLINE static void store_pairs(u16* const* to, int at, Q a, Q b) {
        const __m512i even = _mm512_unpacklo_epi64((__m512i)a, (__m512i)b);
        const __m512i odd = _mm512_unpackhi_epi64((__m512i)a, (__m512i)b);
        _mm_store_si128((__m128i*)(to[0] + at), _mm512_castsi512_si128(even));
        _mm_store_si128((__m128i*)(to[1] + at), _mm512_castsi512_si128(odd));
        _mm_store_si128((__m128i*)(to[2] + at), _mm512_extracti32x4_epi32(even, 1));
        _mm_store_si128((__m128i*)(to[3] + at), _mm512_extracti32x4_epi32(odd, 1));
        _mm_store_si128((__m128i*)(to[4] + at), _mm512_extracti32x4_epi32(even, 2));
        _mm_store_si128((__m128i*)(to[5] + at), _mm512_extracti32x4_epi32(odd, 2));
        _mm_store_si128((__m128i*)(to[6] + at), _mm512_extracti32x4_epi32(even, 3));
        _mm_store_si128((__m128i*)(to[7] + at), _mm512_extracti32x4_epi32(odd, 3));
    }
    PF_INLINE static V gather(const u16* from, const u16* at) {
        // Even and odd lanes; each takes the draw after its own along.
        const __m512i places = _mm512_loadu_si512(at);
        const __m512i even = _mm512_and_si512(places, _mm512_set1_epi32(0xffff));
        const __m512i odd = _mm512_srli_epi32(places, 16);
        const __m512i none = _mm512_setzero_si512();
        const __m512i a = _mm512_mask_i32gather_epi32(none, 0xffff, even, from, 2);
        const __m512i b = _mm512_mask_i32gather_epi32(none, 0xffff, odd, from, 2);
        return (V)_mm512_mask_blend_epi16(0xaaaaaaaa, a, _mm512_slli_epi32(b, 16));
    }
    // Sums of 16-bit lanes in 32-bit lanes.
    PF_INLINE static V sum(V sum, V a) {
        return (V)_mm512_add_epi32(raw(sum), _mm512_madd_epi16(raw(a), raw(all<1>())));
    }

    // Lanes of `up` to the front, lanes of `low` to the back.
    struct Order {
        __m512i index;
    };
    PF_INLINE static Order order(u32 up, u32 low) {
        constexpr V numbers = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                               16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
        const __m512i front = _mm512_maskz_compress_epi16(up, raw(numbers));
        const __m512i back = _mm512_maskz_compress_epi16(low, raw(numbers));
        const u32 count = static_cast<u32>(__builtin_popcount(low));
        const __mmask32 last = static_cast<__mmask32>(~0ull << (32 - count));
        return {_mm512_mask_expand_epi16(front, last, back)};
    }
    using Front = __mmask32;
    PF_INLINE static Front front(u32 up) { return up; }
    PF_INLINE static void place_front(u16* top, V a, Front up) {
        _mm512_storeu_si512(top, _mm512_maskz_compress_epi16(up, raw(a)));
    }
    PF_INLINE static void place(u16* top, u16* bottom, V a, const Order& order) {
        const __m512i v = _mm512_permutexvar_epi16(order.index, raw(a));
        _mm512_storeu_si512(top, v);
        _mm512_storeu_si512(bottom - n, v);
    }
};

}  // namespace

}  // namespace pokerfast

#include "sim/wide/kernel.hpp"

namespace pokerfast {

extern const Backend backend_avx512;
const Backend backend_avx512{"avx512", Lanes::n, play_games, play_step};

}  // namespace pokerfast

#else

namespace pokerfast {

// Compiled without its flags, or not for x86.
extern const Backend backend_avx512;
const Backend backend_avx512{"avx512", 0, nullptr, nullptr};

}  // namespace pokerfast

#endif
