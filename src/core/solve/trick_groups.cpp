#include "solve/trick_groups.hpp"

#include <algorithm>
#include <cstring>

namespace pokerfast::solve {

namespace {

// Of a content word for each number of copies: trumps with two ranks above the suit.
constexpr int bits = 21;
constexpr int longest_word = 7;  // places of a chain that a word holds

}  // namespace

void Sequences::clear() {
    nodes_.assign(1, {0, 0});
    nodes_.shrink_to_fit();
    index_.assign(1 << 10, 0);
    index_.shrink_to_fit();
}

u32 Sequences::next(u32 before, u64 word) {
    for (std::size_t at = hash(before, word);; ++at) {
        u32& number = index_[at & (index_.size() - 1)];
        if (number == 0) {
            number = static_cast<u32>(nodes_.size());
            const u32 given = number;
            nodes_.push_back({word, before});
            if (2 * nodes_.size() > index_.size()) grow();
            return given;
        }
        if (nodes_[number].word == word && nodes_[number].before == before) return number;
    }
}

void Sequences::grow() {
    index_.assign(2 * index_.size(), 0);
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        std::size_t at = hash(nodes_[i].before, nodes_[i].word);
        while (index_[at & (index_.size() - 1)]) ++at;
        index_[at & (index_.size() - 1)] = static_cast<u32>(i);
    }
}

void GroupStore::clear() {
    ++generation_;
    cuts_.clear();
    cuts_.shrink_to_fit();
    records_.assign(1, {});
    records_.shrink_to_fit();
    index_.assign(1 << 10, 0);
    index_.shrink_to_fit();
    sequences_.clear();
}

void GroupStore::grow() {
    index_.assign(2 * index_.size(), 0);
    for (std::size_t i = 1; i < records_.size(); ++i) {
        std::size_t at = hash(records_[i].content);
        while (index_[at & (index_.size() - 1)]) ++at;
        index_[at & (index_.size() - 1)] = static_cast<u32>(i);
    }
}

u32 GroupStore::find(int group, const Copies* hands) {
    const u64 mask = slots_.group[group];
    const int first = slots_.first[group];
    u64 content[trick::seats_n];
    for (int seat = 0; seat < trick::seats_n; ++seat) {
        const Copies& hand = hands[seat];
        content[seat] = (hand.one & mask) >> first | (hand.two & mask) >> first << bits |
                        (hand.three & mask) >> first << 2 * bits;
    }
    // The side suits have the same places, so that they share records.
    content[0] |= static_cast<u64>(group == trump_group) << 63;
    for (std::size_t at = hash(content);; ++at) {
        const u32 number = index_[at & (index_.size() - 1)];
        if (number == 0) break;
        if (std::memcmp(records_[number].content, content, sizeof content) == 0) return number;
    }
    const u32 number = static_cast<u32>(records_.size());
    records_.emplace_back();
    std::memcpy(records_[number].content, content, sizeof content);
    fill(records_[number], group, hands);
    if (2 * records_.size() > index_.size()) {
        grow();
        return number;
    }
    std::size_t at = hash(content);
    while (index_[at & (index_.size() - 1)]) ++at;
    index_[at & (index_.size() - 1)] = number;
    return number;
}

namespace {

constexpr int seats = trick::seats_n;

// What stands at one place.
struct PlaceView {
    u8 ones[seats], twos[seats], threes[seats];  // kinds a hand has once, twice, three times
    u8 worth, cards;
    bool joined;  // to the place above, by pairs of one hand
};

// Appends cards of one worth.
struct Worths {
    u64 some = 0, more = 0;
    int cards = 0;

    void add(int worth, int n) {
        if (n == 0) return;
        const u64 bits_here = ((1ull << n) - 1) << cards;
        if (worth > 0) some |= bits_here;
        if (worth > 1) more |= bits_here;
        cards += n;
    }
};

// A chain of pairs: its form and its worth, eight and two bits a place.
struct Chain {
    u64 form = 0, worth = 0;
    int length = 0;
};

// The parts of one hand below a cut.
struct Parts {
    u8 singles[3] = {}, pairs[3] = {}, triples[3] = {};  // by worth; not in chains
    Chain chain[most_places];
    int chains = 0;

    void close(Chain& open) {
        if (open.length == 1) {
            pairs[open.worth] = static_cast<u8>(pairs[open.worth] + (open.form & 7));
            triples[open.worth] = static_cast<u8>(triples[open.worth] + (open.form >> 3 & 7));
        } else if (open.length > 1) {
            chain[chains++] = open;
        }
        open = {};
    }
};

void take_apart(const PlaceView* places, int from, int to, int seat, Parts& out) {
    Chain open;
    for (int i = from; i < to; ++i) {
        const PlaceView& at = places[i];
        out.singles[at.worth] = static_cast<u8>(out.singles[at.worth] + at.ones[seat]);
        const bool pair = at.twos[seat] + at.threes[seat];
        const bool above =
            i > from && places[i].joined && places[i - 1].twos[seat] + places[i - 1].threes[seat];
        if (!pair || !above) out.close(open);
        if (!pair) continue;
        open.form = open.form << 6 | static_cast<u64>(at.twos[seat] | at.threes[seat] << 3);
        open.worth = open.worth << 2 | at.worth;
        ++open.length;
    }
    out.close(open);
    std::sort(out.chain, out.chain + out.chains, [](const Chain& a, const Chain& b) {
        if (a.length != b.length) return a.length > b.length;
        return a.form != b.form ? a.form > b.form : a.worth > b.worth;
    });
}

void add_parts(const Parts& parts, Worths& out) {
    for (int worth = 2; worth >= 0; --worth) out.add(worth, parts.singles[worth]);
    for (int worth = 2; worth >= 0; --worth) out.add(worth, 2 * parts.pairs[worth]);
    for (int worth = 2; worth >= 0; --worth) out.add(worth, 3 * parts.triples[worth]);
    for (int i = 0; i < parts.chains; ++i) {
        const Chain& chain = parts.chain[i];
        for (int at = 0; at < chain.length; ++at)
            out.add(static_cast<int>(chain.worth >> (2 * at) & 3),
                    static_cast<int>(2 * (chain.form >> (6 * at) & 7) +
                                     3 * (chain.form >> (6 * at + 3) & 7)));
    }
}

}  // namespace

void GroupStore::fill(GroupRecord& record, int group, const Copies* hands) {
    u64 remaining = 0, three = 0;
    for (int seat = 0; seat < seats; ++seat) {
        remaining |= hands[seat].one & slots_.group[group];
        three |= hands[seat].three & slots_.group[group];
    }
    PlaceView places[most_places];
    int pair_chain[seats] = {}, triple_chain[seats] = {};
    int longest = 0, longest_wide = 0;
    u64 previous = 0;  // slots of the place before
    int forced = 0;    // places that must not be cut off from below
    int k = 0;
    record.whole = 0;
    record.cards = 0;
    for (u64 left = remaining; left; ++k) {
        const int slot = highest64(left);
        const u64 here = slots_.at_place[slots_.place_of[slot]];
        left &= ~here;
        const bool linked = previous && (slots_.above[slot] & previous);
        PlaceView& at = places[k];
        at.worth = static_cast<u8>(slots_.worth(slot));
        at.joined = false;
        at.cards = 0;
        for (int seat = 0; seat < seats; ++seat) {
            const Copies& hand = hands[seat];
            const int threes = three ? count_bits64(hand.three & here) : 0;
            const int twos = count_bits64(hand.two & here) - threes;
            const int ones = count_bits64(hand.one & here) - twos - threes;
            at.ones[seat] = static_cast<u8>(ones);
            at.twos[seat] = static_cast<u8>(twos);
            at.threes[seat] = static_cast<u8>(threes);
            at.cards = static_cast<u8>(at.cards + ones + 2 * twos + 3 * threes);
            if (twos + threes > 1) forced = k + 1;
            const bool on = linked && twos + threes && (hand.two & previous);
            at.joined |= on;
            pair_chain[seat] = twos + threes ? (on ? pair_chain[seat] : 0) + 1 : 0;
            triple_chain[seat] =
                threes ? (on && (hand.three & previous) ? triple_chain[seat] : 0) + 1 : 0;
            longest = std::max(longest, pair_chain[seat]);
            longest_wide = std::max(longest_wide, triple_chain[seat]);
        }
        record.cards = static_cast<u8>(record.cards + at.cards);
        if (k > 0 && !at.joined) record.whole |= 1u << k;
        previous = here;
    }
    record.whole |= 1u << k | 1u;
    // A chain longer than its words: the prefix of all places tells it.
    if (longest > longest_word) forced = k;
    record.whole &= ~((1u << forced) - 1);
    record.places = static_cast<u8>(k);
    record.pairs = static_cast<u8>(longest);
    record.triples = static_cast<u8>(longest_wide);

    u32 shape = sequences_.next(0, 1);
    for (int seat = 0; seat < seats; ++seat) {
        Parts parts;
        take_apart(places, 0, k, seat, parts);
        const auto sum = [](const u8* counts) {
            return static_cast<u64>(counts[0] + counts[1] + counts[2]);
        };
        shape = sequences_.next(shape, sum(parts.singles) | sum(parts.pairs) << 8 |
                                           sum(parts.triples) << 16 |
                                           static_cast<u64>(parts.chains) << 24);
        for (int i = 0; i < parts.chains; ++i)
            shape = sequences_.next(
                shape, parts.chain[i].form | static_cast<u64>(parts.chain[i].length) << 56);
    }
    record.shape = shape;

    record.cuts = static_cast<u32>(cuts_.size());
    u32 prefix = sequences_.next(0, 0);
    Worths above;
    for (int cut = 0;; ++cut) {
        GroupCut entry{0, 0, prefix};
        if (record.whole >> cut & 1) {
            Worths all = above;
            for (int seat = 0; seat < seats; ++seat) {
                Parts parts;
                take_apart(places, cut, k, seat, parts);
                add_parts(parts, all);
            }
            entry.some = all.some;
            entry.more = all.more;
        }
        cuts_.push_back(entry);
        if (cut == k) break;
        const PlaceView& at = places[cut];
        above.add(at.worth, at.cards);
        u64 word = static_cast<u64>(at.joined) << 36;
        for (int seat = 0; seat < seats; ++seat)
            word |= static_cast<u64>(at.ones[seat] | at.twos[seat] << 3 | at.threes[seat] << 6)
                    << (9 * seat);
        prefix = sequences_.next(prefix, word);
    }
}

}  // namespace pokerfast::solve
