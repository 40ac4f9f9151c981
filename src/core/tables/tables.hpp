// Many tables of one game, moved on in one call. A table whose deal ends starts its next one at
// once: table i of n plays games i, i + n, i + 2n … of the seed, so no result depends on the number
// of workers, which share the tables out in blocks.
//
// A step has two halves, since only after the first is it known how many actions there are to list:
//   step   plays a choice at each table, counts, observes
//   list   writes the legal actions
#pragma once

#include "encode/encoding.hpp"
#include "tables/crew.hpp"

namespace pokerfast {

enum class Listing : u8 { count, moves, features };
enum class Watching : u8 { nothing, general, douzero };

struct TablesSpec {
    const Game* game = nullptr;  // must outlive the tables
    int tables = 1;
    u64 seed = 0;
    bool from_play = false;
    Listing listing = Listing::count;
    Watching watching = Watching::nothing;
    u64 most_moves = 0;  // tables with more legal actions than that list none
    int workers = 1;
};

// Where results go, an entry a table unless said otherwise. Written, never read: what the tables
// rely on they keep themselves.
struct TablesOut {
    i32* seat;
    i64* counts;
    i64* offsets;     // tables + 1; of the first action listed
    double* rewards;  // a row a table, a number a seat
    u8* done;
    i64* game;
    i8* observations;  // rows of observation_size()
    u64* moves;        // rows of move_words, an action listed each
    i8* features;      // rows of feature_size(), likewise
};

// An action in four words: climbing games counts by rank slot (two words) and the kinds shown or
// named; trick-taking games kinds with at least one, two, three copies. Then bytes: word, 0, number
// (two bytes), kind, rank, length, cards.
inline constexpr int move_words = 4;

class Tables {
  public:
    virtual ~Tables() = default;

    int tables() const { return spec_.tables; }
    int observation_size() const { return observation_size_; }
    int feature_size() const { return feature_size_; }
    i64 listed() const { return offsets_.back(); }
    u64 count(int table) const { return counts_[static_cast<std::size_t>(table)]; }
    i64 game(int table) const { return games_[static_cast<std::size_t>(table)]; }

    // New games at all tables, the first of each.
    void reset(const TablesOut& out);
    // A table whose choice is none of its legal actions, or -1.
    int find_fault(const i64* choice) const;
    // The choices must be legal.
    void step(const i64* choice, const TablesOut& out);
    // There must be room for listed() actions.
    void list(const TablesOut& out);

    virtual void state(int table, AnyState& out) const = 0;

  protected:
    explicit Tables(const TablesSpec& spec);

    // For tables `first` … `last` - 1, which belong to one worker.
    virtual void start_some(int first, int last, int worker, const TablesOut& out) = 0;
    virtual void step_some(int first, int last, int worker, const i64* choice,
                           const TablesOut& out) = 0;
    virtual void list_some(int first, int last, int worker, const TablesOut& out) = 0;

    bool is_listed(int table) const { return offsets_[at(table)] != offsets_[at(table) + 1]; }
    bool may_list(u64 count) const {
        return spec_.listing != Listing::count && count <= spec_.most_moves;
    }
    static std::size_t at(int table) { return static_cast<std::size_t>(table); }

    const TablesSpec spec_;
    int observation_size_ = 0, feature_size_ = 0;
    std::vector<u64> counts_;
    std::vector<i64> games_;
    std::vector<i64> offsets_;

  private:
    template <class Job>
    void share(Job&& job);
    void place(const TablesOut& out);

    Crew crew_;
};

// The game must be able to start.
std::unique_ptr<Tables> make_tables(const TablesSpec& spec);

}  // namespace pokerfast
