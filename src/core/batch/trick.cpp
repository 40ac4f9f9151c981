#include "batch/trick.hpp"

#include "trick/follow.hpp"
#include "trick/winner.hpp"

namespace pokerfast::batch {

namespace {

// Leads of many rows, of which the one that stands for all is taken apart once.
class LeadsOf {
  public:
    LeadsOf(const TrickPlan& plan, const CardsArray& leads) : plan_(plan), leads_(leads) {}

    // Null where the row is no lead.
    PF_INLINE const Lead* at(u64 i) {
        if (!known_ || leads_.step) {
            const Copies cards = unpacked(leads_.at(i));
            is_lead_ = lead_group(plan_, cards) >= 0;
            if (is_lead_) lead_ = lead_of(plan_, cards);
            known_ = true;
        }
        return is_lead_ ? &lead_ : nullptr;
    }

  private:
    const TrickPlan& plan_;
    const CardsArray& leads_;
    Lead lead_;
    bool known_ = false, is_lead_ = false;
};

}  // namespace

u64 TrickArrays::bad_cards(const TrickWords* cards, int most, u64 from, u64 to) const {
    for (u64 i = from; i < to; ++i) {
        // What lies behind the last kind is no card either.
        const Copies own = unpacked(cards[i]);
        if ((own.one & ~kinds_) || (decks_ < 2 && own.two) || (decks_ < 3 && own.three) ||
            own.total() > most)
            return i;
    }
    return to;
}

void TrickArrays::count(const TrickWords* hands, const CardsArray& leads, i64* out, u64 from,
                        u64 to) const {
    LeadsOf led(plan_, leads);
    for (u64 i = from; i < to; ++i) {
        const Lead* lead = led.at(i);
        out[i] = lead ? static_cast<i64>(Follows(plan_, *lead, unpacked(hands[i])).count()) : 0;
    }
}

void TrickArrays::list(const TrickWords* hands, const CardsArray& leads, const i64* offsets,
                       TrickWords* plays, u64 from, u64 to) const {
    LeadsOf led(plan_, leads);
    for (u64 i = from; i < to; ++i) {
        const Lead* lead = led.at(i);
        if (!lead) continue;
        const Follows follows(plan_, *lead, unpacked(hands[i]));
        const u64 count = static_cast<u64>(offsets[i + 1] - offsets[i]);
        for (u64 n = 0; n < count; ++n)
            plays[static_cast<u64>(offsets[i]) + n] = packed(follows.at(n));
    }
}

u64 TrickArrays::unrank(const TrickWords* hands, const CardsArray& leads, const i64* indices,
                        TrickWords* plays, u64 from, u64 to) const {
    LeadsOf led(plan_, leads);
    for (u64 i = from; i < to; ++i) {
        const Lead* lead = led.at(i);
        if (!lead) return i;
        const Follows follows(plan_, *lead, unpacked(hands[i]));
        if (static_cast<u64>(indices[i]) >= follows.count()) return i;
        if (plays) plays[i] = packed(follows.at(static_cast<u64>(indices[i])));
    }
    return to;
}

void TrickArrays::check(const TrickWords* hands, const CardsArray& leads, const TrickWords* plays,
                        u8* out, u64 from, u64 to) const {
    LeadsOf led(plan_, leads);
    for (u64 i = from; i < to; ++i) {
        const Lead* lead = led.at(i);
        const Code code = lead ? check_follow(plan_, *lead, unpacked(hands[i]), unpacked(plays[i]))
                               : Code::two_groups;
        out[i] = static_cast<u8>(code);
    }
}

void TrickArrays::winners(const TrickWords* plays, int seats, std::int8_t* out, u64 from,
                          u64 to) const {
    for (u64 i = from; i < to; ++i) {
        const TrickWords* row = plays + static_cast<u64>(seats) * i;
        Copies sized[trick::seats_n];
        int offset[trick::seats_n];
        const Copies lead = unpacked(row[0]);
        if (lead_group(plan_, lead) < 0) {
            out[i] = -1;
            continue;
        }
        std::size_t n = 0;
        const int size = lead.total();
        for (int seat = 0; seat < seats; ++seat) {
            const Copies play = unpacked(row[seat]);
            if (play.total() != size) continue;
            sized[n] = play;
            offset[n++] = seat;
        }
        const int won = winner_of(plan_, lead_of(plan_, lead), {sized, n});
        out[i] = static_cast<std::int8_t>(offset[won]);
    }
}

}  // namespace pokerfast::batch
