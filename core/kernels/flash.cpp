#include "core/kernels/flash.hpp"

#include <string>

#include "core/kernels/check.hpp"
#include "core/kernels/naive.hpp"
#include "core/kernels/problem.hpp"
#include "core/kernels/tiled.hpp"

namespace lesson::kernels {
namespace {

constexpr double kMostFloats = 268435456;  // 2^28: 1 GiB

// 5, not 5.000000.
std::string number(double value) {
  if (value == std::trunc(value) && std::abs(value) < 1e15) return std::to_string(static_cast<long long>(value));
  return std::to_string(value);
}

std::optional<Error> refusal_of(const FlashInputs& in) {
  const auto count = [](const auto& numbers) { return static_cast<double>(numbers.size()); };
  const Refusal refused = check({static_cast<double>(in.heads), static_cast<double>(in.queries),
                                 static_cast<double>(in.keys), static_cast<double>(in.width), count(in.q), count(in.k),
                                 count(in.v), count(in.padding), static_cast<double>(in.scale.value_or(1))});
  if (refused.code == nullptr) return std::nullopt;
  return Error{refused.code,
               std::string(refused.name) + " is " + number(refused.value) + ": " + refused.expected + " was expected.",
               {refused.name}};
}

std::int32_t reach_of(const FlashInputs& in) {
  if (in.causal == Causal::TopLeft) return 0;
  return static_cast<std::int32_t>(in.causal == Causal::BottomRight ? in.keys - in.queries : in.keys);
}

}  // namespace

Outcome<std::vector<float>> flash(const FlashInputs& in, Kernel kernel) {
  if (auto refused = refusal_of(in)) return *refused;
  Problem p;
  p.q = in.q.data();
  p.k = in.k.data();
  p.v = in.v.data();
  p.heads = static_cast<std::int32_t>(in.heads);
  p.queries = static_cast<std::int32_t>(in.queries);
  p.keys = static_cast<std::int32_t>(in.keys);
  p.width = static_cast<std::int32_t>(in.width);
  p.scale = in.scale.value_or(usual_scale(p.width));
  p.reach = reach_of(in);
  p.padding = in.padding.empty() ? nullptr : in.padding.data();
  const Part all{0, p.heads, 0, p.queries};
  const double kept = kernel == Kernel::Tiled ? tiled_workspace(p) : naive_workspace(p, all);
  const double given = static_cast<double>(in.q.size()) * 2 + static_cast<double>(in.k.size()) * 2;
  if (kept + given > kMostFloats)
    return Error{"too-large", "The kernel would keep more than 2^28 numbers: take fewer rows or heads.", {"q"}};
  std::vector<float> output(in.q.size());
  std::vector<float> workspace(static_cast<std::size_t>(kept));
  p.output = output.data();
  (kernel == Kernel::Tiled ? tiled(p, all, workspace.data()) : naive(p, all, workspace.data()));
  return output;
}

}  // namespace lesson::kernels
