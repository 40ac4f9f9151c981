// The sets of cards that may be chosen at one moment, whatever for, to be chosen card by card.
#pragma once

#include "game/action.hpp"
#include "game/burial.hpp"
#include "trick/leads.hpp"

#include <utility>
#include <variant>
#include <vector>

namespace pokerfast {

class CardSets {
  public:
    using Sets = std::variant<std::vector<Copies>, Follows, Leads, Burial>;

    CardSets() = default;
    CardSets(ActionKind kind, Sets sets) : kind_(kind), sets_(std::move(sets)) {}

    // What choosing one of them does.
    ActionKind kind() const { return kind_; }

    // Of a choice that was made by `next`, at first of none.
    Next next(const Copies& chosen) const {
        if (const auto* follows = std::get_if<Follows>(&sets_)) return follows->next(chosen);
        if (const auto* leads = std::get_if<Leads>(&sets_)) return leads->next(chosen);
        if (const auto* burial = std::get_if<Burial>(&sets_)) return burial->next(chosen);
        return next_in_list(std::get<0>(sets_), chosen);
    }

  private:
    ActionKind kind_ = ActionKind::no;
    Sets sets_;
};

}  // namespace pokerfast
