// Whist: the smallest trick-taking game (docs/rules/whist.md).
#pragma once

#include "game/trick.hpp"
#include "rules/whist.hpp"

namespace pokerfast {

class Whist final : public TrickGame {
  public:
    explicit Whist(std::vector<i64> values);

    const char* name() const override { return "whist"; }
    std::vector<Fault> start(AnyState& state, const StartArgs& args) const override;
    void returns(const AnyState& state, double* out) const override;

    bool counts_points() const override { return false; }

  private:
    i64 trump_;
};

}  // namespace pokerfast
