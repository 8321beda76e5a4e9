#include "core/kernels/check.hpp"

namespace lesson::kernels {
namespace {

constexpr double kMostRows = 1 << 20;
constexpr double kMostFloat = 3.4028234663852886e38;

bool within(double size, double most) {
  // NaN fails both comparisons; the cast is of a number that fits.
  return size >= 1 && size <= most && size == static_cast<double>(static_cast<std::int32_t>(size));
}

}  // namespace

Refusal check(const Sizes& given) {
  const struct {
    const char* name;
    double size, most;
    const char* expected;
  } sizes[] = {{"heads", given.heads, kMostRows, "a whole number from 1 to 1,048,576"},
               {"queries", given.queries, kMostRows, "a whole number from 1 to 1,048,576"},
               {"keys", given.keys, kMostRows, "a whole number from 1 to 1,048,576"},
               {"width", given.width, kMostWidth, "a whole number from 1 to 256"}};
  for (const auto& one : sizes)
    if (!within(one.size, one.most)) return {"kernel-size", one.name, one.size, one.expected};
  const struct {
    const char* name;
    double count, rows;
    const char* expected;
  } tensors[] = {{"length of q", given.q, given.queries, "heads * queries * width"},
                 {"length of k", given.k, given.keys, "heads * keys * width"},
                 {"length of v", given.v, given.keys, "heads * keys * width"}};
  for (const auto& one : tensors)
    if (one.count != given.heads * one.rows * given.width) return {"data-length", one.name, one.count, one.expected};
  if (given.padding != 0 && given.padding != given.keys)
    return {"padding-length", "length of padding", given.padding, "one flag for each key"};
  if (!(given.scale >= -kMostFloat && given.scale <= kMostFloat))
    return {"scale-not-finite", "scale", given.scale, "a finite float32"};
  return {};
}

}  // namespace lesson::kernels
