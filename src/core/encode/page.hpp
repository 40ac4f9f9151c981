// An observation while it is written, field by field. The same code lays it out: then every field
// is noted too, so that the table of fields cannot differ from what is written.
#pragma once

#include "encode/spread.hpp"

#include <string>
#include <vector>

namespace pokerfast {

struct EncodedField {
    std::string name;
    std::string meaning;
    int offset;
    int rows, columns;

    int size() const { return rows * columns; }
};

class Page {
  public:
    // `out` must be all zeros.
    explicit Page(i8* out, std::vector<EncodedField>* fields = nullptr)
        : out_(out), at_(out), fields_(fields) {}

    int size() const { return static_cast<int>(at_ - out_); }

    // Room for a field; `number` of several alike, or -1.
    PF_INLINE i8* take(const char* name, int number, const char* meaning, int rows, int columns) {
        if (__builtin_expect(fields_ != nullptr, 0)) note(name, number, meaning, rows, columns);
        i8* const field = at_;
        at_ += rows * columns;
        return field;
    }

    PF_INLINE void flag(const char* name, int number, const char* meaning, bool value) {
        *take(name, number, meaning, 1, 1) = value;
    }
    // One of `n`; any other value is none.
    PF_INLINE void choice(const char* name, int number, const char* meaning, i64 value, int n) {
        i8* const field = take(name, number, meaning, 1, n);
        if (value >= 0 && value < n) field[value] = 1;
    }
    // Step i is reached by i + 1.
    PF_INLINE void steps(const char* name, int number, const char* meaning, i64 value, int n) {
        i8* const field = take(name, number, meaning, 1, n);
        if (value > 0) std::memset(field, 1, static_cast<std::size_t>(value < n ? value : n));
    }
    PF_INLINE void counts(const char* name, int number, const char* meaning,
                          const RankCounts& cards, int rows) {
        spread_counts(cards, rows, take(name, number, meaning, rows, slots_n));
    }
    // Row n: which kinds have more than n copies.
    PF_INLINE void copies(const char* name, int number, const char* meaning, const Copies& cards,
                          int rows) {
        i8* const field = take(name, number, meaning, rows, kinds_n);
        spread_cards(cards.one, field);
        if (rows > 1) spread_cards(cards.two, field + kinds_n);
        if (rows > 2) spread_cards(cards.three, field + 2 * kinds_n);
    }

  private:
    void note(const char* name, int number, const char* meaning, int rows, int columns) {
        std::string full = name;
        if (number >= 0) full += "_" + std::to_string(number);
        fields_->push_back({full, meaning, size(), rows, columns});
    }

    i8* out_;
    i8* at_;
    std::vector<EncodedField>* fields_;
};

}  // namespace pokerfast
