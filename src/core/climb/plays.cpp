#include "climb/plays.hpp"

namespace pokerfast {

void OneReadingPlays::readings(const RankCounts& cards, std::vector<Reading>& out) const {
    if (const Reading found = classify(cards); found.kind != Kind::pass) out.push_back(found);
}

Reading OneReadingPlays::best_beating(const RankCounts& cards, const Combo& table) const {
    const Reading found = classify(cards);
    const Combo play{cards, found, static_cast<u8>(cards.total())};
    return beats(play, table) ? found : Reading{};
}

Reading OneReadingPlays::reading_of_kind(const RankCounts& cards, Kind kind) const {
    const Reading found = classify(cards);
    return found.kind == kind ? found : Reading{};
}

Code OneReadingPlays::check(const RankCounts& hand, const Combo* table, Combo& play) const {
    const Reading named = play.reading;
    const Reading stands = classify(play.cards);
    if (stands.kind == Kind::pass) return Code::no_play;
    if (named.kind != Kind::pass && named != stands) return Code::wrong_reading;
    play.reading = stands;
    play.size = static_cast<u8>(play.cards.total());
    return judge(hand, table, play);
}

}  // namespace pokerfast
