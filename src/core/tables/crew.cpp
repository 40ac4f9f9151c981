#include "tables/crew.hpp"

namespace pokerfast {

Crew::Crew(int workers) {
    for (int worker = 1; worker < workers; ++worker)
        threads_.emplace_back([this, worker] { serve(worker); });
}

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    begin_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Crew::run(const std::function<void(int)>& job) {
    if (!threads_.empty()) {
        const std::lock_guard lock(mutex_);
        job_ = &job;
        busy_ = static_cast<int>(threads_.size());
        ++round_;
    }
    begin_.notify_all();
    job(0);
    std::unique_lock lock(mutex_);
    end_.wait(lock, [this] { return busy_ == 0; });
}

void Crew::serve(int worker) {
    unsigned seen = 0;
    for (;;) {
        const std::function<void(int)>* job;
        {
            std::unique_lock lock(mutex_);
            begin_.wait(lock, [&] { return closing_ || round_ != seen; });
            if (closing_) return;
            seen = round_;
            job = job_;
        }
        (*job)(worker);
        const std::lock_guard lock(mutex_);
        if (--busy_ == 0) end_.notify_one();
    }
}

}  // namespace pokerfast
