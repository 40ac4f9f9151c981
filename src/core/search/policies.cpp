#include "search/policies.hpp"

#include "search/search.hpp"

namespace pokerfast::search {

namespace {

constexpr Policy searching{
    "search",
    "tries its actions in deals that fit what it has seen, played on by the greedy player", nullptr,
    choose_usually};

}  // namespace

std::vector<const Policy*> policies_of(const Driver& driver) {
    std::vector<const Policy*> all;
    for (const Policy& policy : driver.policies) all.push_back(&policy);
    all.push_back(&searching);
    return all;
}

const Policy* find_policy(const Driver& driver, const std::string& name) {
    for (const Policy* policy : policies_of(driver))
        if (name == policy->name) return policy;
    return nullptr;
}

}  // namespace pokerfast::search
