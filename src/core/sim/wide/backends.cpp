#include "sim/wide/backends.hpp"

#include <vector>

namespace pokerfast {

#if defined(__x86_64__)
extern const Backend backend_sse4, backend_avx2, backend_avx512;

namespace {

// What the flags of each file allow the compiler to use. The builtin asks the operating system too,
// which must save the registers. A file that was compiled without its flags holds no kernel.
std::vector<const Backend*> find_usable() {
    __builtin_cpu_init();
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512bitalg") &&
                        __builtin_cpu_supports("avx512vbmi2");
    const bool avx2 = __builtin_cpu_supports("avx2");
    const bool sse4 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    std::vector<const Backend*> usable;
    if (avx512 && backend_avx512.play) usable.push_back(&backend_avx512);
    if (avx2 && backend_avx2.play) usable.push_back(&backend_avx2);
    if (sse4 && backend_sse4.play) usable.push_back(&backend_sse4);
    return usable;
}

}  // namespace
#else
namespace {

std::vector<const Backend*> find_usable() {
    return {};
}

}  // namespace
#endif

std::span<const Backend* const> usable_backends() {
    static const std::vector<const Backend*> usable = find_usable();
    return usable;
}

const Backend* find_backend(const std::string& name) {
    for (const Backend* backend : usable_backends())
        if (name == backend->name) return backend;
    return nullptr;
}

const Backend* best_backend() {
    return usable_backends().empty() ? nullptr : usable_backends().front();
}

}  // namespace pokerfast
