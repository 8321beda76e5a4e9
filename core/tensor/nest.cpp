#include "core/tensor/nest.hpp"

#include "core/check.hpp"
#include "core/scan.hpp"

namespace lesson {

Error Nest::ragged(const std::string& how) const {
  return {"tensor-ragged", quoted(name_) + " is no full table: " + how + ".", {name_}};
}

void Nest::count() {
  if (depth_ > 0) ++counts_[depth_];
}

std::optional<Error> Nest::open() {
  if (depth_ == kMostRank) {
    return Error{"tensor-rank",
                 quoted(name_) + " has brackets nested deeper than " + std::to_string(kMostRank) +
                     ", the most axes that a tensor may have.",
                 {name_}};
  }
  if (!numbers_.empty() && depth_ == deepest_) return ragged("a row stands where a number should");
  count();
  ++depth_;
  counts_[depth_] = 0;
  if (depth_ > deepest_) deepest_ = depth_;
  return std::nullopt;
}

std::optional<Error> Nest::close() {
  const Index found = counts_[depth_];
  Index& size = sizes_[depth_];
  if (size < 0) size = found;
  if (size != found) {
    return ragged("a row of " + std::to_string(found) + " stands beside rows of " + std::to_string(size));
  }
  --depth_;
  return std::nullopt;
}

std::optional<Error> Nest::add(double number) {
  if (depth_ < deepest_) return ragged("a number stands where a row should");
  if (numbers_.size() >= static_cast<std::size_t>(kMostNumbers)) {
    return Error{"tensor-too-large",
                 quoted(name_) + " has more than " + std::to_string(kMostNumbers) +
                     " numbers, the most that are read from a text: save it as .npy or .safetensors.",
                 {name_}};
  }
  count();
  numbers_.push_back(number);
  return std::nullopt;
}

Tensor Nest::tensor() const {
  std::vector<Index> shape;
  for (std::size_t depth = 1; depth <= deepest_; ++depth) shape.push_back(sizes_[depth] < 0 ? 0 : sizes_[depth]);
  return tensor_of(name_, std::move(shape), numbers_);
}

}  // namespace lesson
