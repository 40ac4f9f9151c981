// Threads that wait for work: each call of `run` does one job on all of them, the calling thread
// included, and returns when all are done.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace pokerfast {

class Crew {
  public:
    explicit Crew(int workers);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    int workers() const { return static_cast<int>(threads_.size()) + 1; }
    // job(w) for every worker w; it must not throw.
    void run(const std::function<void(int)>& job);

  private:
    void serve(int worker);

    std::mutex mutex_;
    std::condition_variable begin_, end_;
    const std::function<void(int)>* job_ = nullptr;
    unsigned round_ = 0;
    int busy_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace pokerfast
