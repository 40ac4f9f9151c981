// The core's benchmark kernels without Python: times them, or runs one once for an instruction
// counter.
//
//   main                     every kernel, median and minimum of 20 rounds
//   main once NAME ROUNDS    that kernel and nothing else, under `valgrind --tool=callgrind`
#include "bench/kernels.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace pokerfast;

namespace {

bool right(const bench::Kernel& kernel, const bench::Answer& answer) {
    if (answer.checksum == kernel.checksum) return true;
    std::fprintf(stderr, "%s: checksum %lluull, expected %lluull\n", kernel.name,
                 static_cast<unsigned long long>(answer.checksum),
                 static_cast<unsigned long long>(kernel.checksum));
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    const bench::Workload workload = bench::make_workload();
    if (argc == 4 && std::strcmp(argv[1], "once") == 0) {
        const bench::Kernel* kernel = bench::find_kernel(argv[2]);
        if (!kernel) return 2;
        bool good = true;
        u64 operations = 0;
        for (int i = std::atoi(argv[3]); i > 0; --i) {
            const bench::Answer answer = kernel->run(workload);
            good = good && right(*kernel, answer);
            operations += answer.operations;
        }
        std::printf("%llu\n", static_cast<unsigned long long>(operations));
        return good ? 0 : 1;
    }
    bool good = true;
    for (const bench::Kernel& kernel : bench::all_kernels()) {
        std::vector<double> times;
        for (int i = 0; i < 20; ++i) {
            const auto began = std::chrono::steady_clock::now();
            const bench::Answer answer = kernel.run(workload);
            const std::chrono::duration<double, std::nano> spent =
                std::chrono::steady_clock::now() - began;
            if (i == 0) good = right(kernel, answer) && good;
            times.push_back(spent.count() / static_cast<double>(answer.operations));
        }
        std::sort(times.begin(), times.end());
        std::printf("%-16s %9.1f ns median %9.1f ns least  %s\n", kernel.name,
                    times[times.size() / 2], times[0], kernel.summary);
    }
    return good ? 0 : 1;
}
