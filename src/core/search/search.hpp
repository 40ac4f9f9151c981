// A player that looks ahead in deals it holds possible: it draws deals consistent with what its
// seat has seen (belief/), tries its actions in each, and takes what does best on average. It sees
// only such deals, never the one that is played.
#pragma once

#include "sim/driver.hpp"

namespace pokerfast::search {

struct Budget {
    int rollouts = 480;   // deals played to the end for one decision, about
    int worlds = 40;      // different deals among them, at most
    int candidates = 64;  // actions looked at; of more a random choice, and the baseline's
    int attempts = 3000;  // proposals for one consistent deal
    double margin = 0.7;  // standard errors by which an action must be better than the baseline's
    // What a point is worth beside the score, where points make levels or grades: the score alone
    // doesn't tell a player that is far from the next level what is better.
    double point = 0.01;
};

Action choose(const Game& game, const Log& log, Draws& draws, const Budget& budget);
Action choose_usually(const Game& game, const Log& log, Draws& draws);

}  // namespace pokerfast::search
