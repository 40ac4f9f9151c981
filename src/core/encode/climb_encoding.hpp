#pragma once

#include "encode/encoding.hpp"
#include "game/climb.hpp"

namespace pokerfast {

class ClimbEncoding final : public Encoding {
  public:
    explicit ClimbEncoding(const ClimbGame& game);

    void note(Trace& trace, const AnyState& before, const Action& action,
              const AnyState& after) const override;

  protected:
    void write(const AnyState& state, const Trace& trace, int viewer, Page& page) const override;
    void write_action(const Action& action, Page& page) const override;

  private:
    void write_number(const AnyState& seen, const PublicNumber& number, int viewer, u64 big_kinds,
                      Page& page) const;

    const ClimbGame& game_;
    int copies_;  // of a slot at most
    bool names_cards_ = false;
    int kinds_ = 0;
    u8 kind_number_[kinds_count] = {};  // among the game's kinds
    std::string kinds_text_, side_text_;
};

}  // namespace pokerfast
