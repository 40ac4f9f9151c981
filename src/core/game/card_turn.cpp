#include "game/card_turn.hpp"

namespace pokerfast {

CardTurn::CardTurn(const TrickGame& game, const AnyState& state)
    : game_(game), sets_(game.card_sets(state)) {
    if (game.over(state)) {
        done_ = true;
        return;
    }
    const trick::State& s = TrickGame::of(state);
    held_ = s.hand[s.turn];
    next_ = sets_.next(chosen_);
    const std::span<const Action> words = game.words();
    for (std::size_t i = 0; i < words.size(); ++i) {
        Action word = words[i];
        if (game.check(state, word) == Code::ok) words_ |= 1ull << i;
    }
}

bool CardTurn::is_open(int id) const {
    if (id < 0) return false;
    if (id < id_end) return next_.kinds >> id & 1;
    if (id == id_end) return next_.whole;
    return id < ids() && (words_ >> (id - id_words) & 1);
}

void CardTurn::mask(signed char* out) const {
    for (int kind = 0; kind < id_end; ++kind)
        out[kind] = static_cast<signed char>(next_.kinds >> kind & 1);
    out[id_end] = next_.whole;
    const int n = ids();
    for (int id = id_words; id < n; ++id)
        out[id] = static_cast<signed char>(words_ >> (id - id_words) & 1);
}

bool CardTurn::step(int id, Action& action) {
    words_ = 0;
    if (id < id_end) {
        chosen_.add(id);
        next_ = sets_.next(chosen_);
        if (next_.kinds) return false;
    }
    next_ = {};
    done_ = true;
    if (id >= id_words) {
        action = game_.words()[static_cast<std::size_t>(id - id_words)];
        return true;
    }
    action = {};
    action.kind = sets_.kind();
    action.ids = CardIds::of(lowest_of(held_, chosen_));
    return true;
}

}  // namespace pokerfast
