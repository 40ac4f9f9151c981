#include "trick/shape.hpp"

namespace pokerfast {

namespace {

struct Placed {
    Shape shape;
    u8 place;
};

struct Structure {
    int size = 0;
    Placed at[most_shapes];
};

// -1, 0, 1 as the list of shapes is smaller, equal, larger.
int compare(const Structure& a, const Structure& b) {
    for (int i = 0;; ++i) {
        if (i == a.size || i == b.size) return (i < a.size) - (i < b.size);
        const int difference = a.at[i].shape.rank() - b.at[i].shape.rank();
        if (difference) return difference < 0 ? -1 : 1;
    }
}

void append(Structure& out, Shape shape, int place) {
    out.at[out.size++] = {shape, static_cast<u8>(place)};
}

// Without chains nothing is left to choose: triples, then pairs, from the highest place down.
void append_loose(const Line& line, Structure& out) {
    for (u64 left = line.three; left;) {
        const int place = highest64(left) / 3;
        append(out, Shape(3, 1), place);
        left -= lane(place);
    }
    for (u64 left = line.two; left;) {
        const int place = highest64(left) / 3;
        append(out, Shape(2, 1), place);
        left -= lane(place);
    }
}

Shape largest_shape(const Line& line, u64 linked) {
    const Shape wide(3, longest_chain_of(line, 3, linked));
    const Shape narrow(2, longest_chain_of(line, 2, linked));
    return wide.rank() > narrow.rank() ? wide : narrow;
}

// Appends the best structure of the line. Equal shapes go downwards from `last`, so that no order
// of the same units is tried twice.
void search(const Line& line, u64 linked, Placed last, Structure& out) {
    const Shape shape = largest_shape(line, linked);
    if (shape.length() <= 1) return append_loose(line, out);
    u64 starts = chain_starts(line, shape, linked);
    if (shape == last.shape) {
        // A higher start would have been tried before; there may be nothing left below.
        const u64 below = starts & ((2ull << (3 * last.place)) - 1);
        if (below) starts = below;
    }
    Structure best;
    for (bool first = true; starts; first = false) {
        const int place = highest64(starts) / 3;
        starts &= ~lane(place);
        Structure found = out;
        append(found, shape, place);
        search(without(line, shape, place), linked, {shape, static_cast<u8>(place)}, found);
        if (first || compare(found, best) > 0) best = found;
    }
    out = best;
}

// Which kinds the units take at the places that kinds share. In list order each takes the first
// suit that leaves enough for the others.
void assign_kinds(const TrickPlan& plan, int group, const Copies& cards, Split& out) {
    Copies left = cards;
    for (int i = 0; i < out.size; ++i) {
        Unit& unit = out.units[i];
        const int width = unit.shape.width();
        unit.kinds = 0;
        for (int step = 0; step < unit.shape.length(); ++step) {
            const int place = unit.place + step;
            const u64 here = plan.kinds_at(group, place, cards.one);
            if (!(here & (here - 1))) {
                unit.kinds |= here;
                continue;
            }
            // Widths that later units still want here.
            int wanted[4] = {};
            for (int j = i + 1; j < out.size; ++j) {
                const Unit& other = out.units[j];
                if (other.place <= place && place <= other.top()) ++wanted[other.shape.width()];
            }
            for (u64 kinds = here; kinds; kinds &= kinds - 1) {
                const int kind = lowest(kinds);
                if (left.of(kind) < width) continue;
                Copies rest = left;
                for (int copy = 0; copy < width; ++copy) rest = rest - Copies{1ull << kind, 0, 0};
                const int triples = count_bits64(rest.three & here);
                const int pairs = count_bits64(rest.two & here);
                if (triples < wanted[3] || pairs < wanted[3] + wanted[2]) continue;
                left = rest;
                unit.kinds |= 1ull << kind;
                break;
            }
        }
    }
}

}  // namespace

void split(const TrickPlan& plan, int group, const Copies& cards, Split& out) {
    out.size = 0;
    Copies singles = cards;
    if (cards.two) {
        Structure structure;
        search(line_of(plan, group, cards), plan.linked[group], {Shape(), 0}, structure);
        for (int i = 0; i < structure.size; ++i)
            out.units[out.size++] = {structure.at[i].shape, structure.at[i].place, 0};
        assign_kinds(plan, group, cards, out);
        for (int i = 0; i < out.size; ++i) singles = singles - out.units[i].cards();
    }
    // What is left is single cards, from the highest place down.
    u32 places = plan.place_bits(group, singles.one);
    for (; places; places &= ~(1u << highest(places))) {
        const int place = highest(places);
        for (u64 kinds = plan.kinds_at(group, place, singles.one); kinds; kinds &= kinds - 1)
            for (int copy = singles.of(lowest(kinds)); copy > 0; --copy)
                out.units[out.size++] = {Shape(1, 1), static_cast<u8>(place), kinds & (~kinds + 1)};
    }
}

Lead lead_of(int group, int size, const Split& split) {
    Lead lead;
    lead.group = static_cast<u8>(group);
    lead.size = static_cast<u8>(size);
    for (int i = 0; i < split.size && split.units[i].shape.width() > 1; ++i)
        lead.shape[lead.shapes++] = split.units[i].shape;
    return lead;
}

Lead lead_of(const TrickPlan& plan, const Copies& cards) {
    const int group = lead_group(plan, cards);
    Lead lead;
    lead.group = static_cast<u8>(group);
    lead.size = static_cast<u8>(cards.total());
    if (!cards.two) return lead;
    Structure structure;
    search(line_of(plan, group, cards), plan.linked[group], {Shape(), 0}, structure);
    for (int i = 0; i < structure.size; ++i) lead.shape[lead.shapes++] = structure.at[i].shape;
    return lead;
}

}  // namespace pokerfast
