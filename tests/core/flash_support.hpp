// Float32 problems for the kernels, and what they should give: the reference path in binary64.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/attention.hpp"
#include "core/kernels/flash.hpp"
#include "core/kernels/problem.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

struct FlashShape {
  Index heads, queries, keys, width;
};

// About standard normal: the sum of twelve uniform numbers.
inline std::vector<float> about_normal(Random& random, Index count, double size = 1) {
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (float& number : numbers) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.uniform();
    number = static_cast<float>(sum * size);
  }
  return numbers;
}

inline kernels::FlashInputs flash_inputs(Random& random, const FlashShape& shape, Causal causal = Causal::None,
                                         double padding = 0) {
  kernels::FlashInputs in;
  in.heads = shape.heads;
  in.queries = shape.queries;
  in.keys = shape.keys;
  in.width = shape.width;
  in.q = about_normal(random, shape.heads * shape.queries * shape.width);
  in.k = about_normal(random, shape.heads * shape.keys * shape.width);
  in.v = about_normal(random, shape.heads * shape.keys * shape.width);
  in.causal = causal;
  if (padding > 0) {
    in.padding.resize(static_cast<std::size_t>(shape.keys));
    for (auto& one : in.padding) one = random.chance(padding);
  }
  return in;
}

inline Matrix head_matrix(const std::vector<float>& all, Index head, Index rows, Index width) {
  Matrix m(rows, width);
  for (Index at = 0; at < m.size(); ++at)
    m.data()[at] = static_cast<double>(all[static_cast<std::size_t>(head * rows * width + at)]);
  return m;
}

// The reference, head by head.
inline std::vector<Matrix> reference(const kernels::FlashInputs& in) {
  std::vector<Matrix> outputs;
  for (Index h = 0; h < in.heads; ++h) {
    AttentionInputs one;
    one.q = head_matrix(in.q, h, in.queries, in.width);
    one.k = head_matrix(in.k, h, in.keys, in.width);
    one.v = head_matrix(in.v, h, in.keys, in.width);
    if (in.scale) one.scale = static_cast<double>(*in.scale);
    one.causal = in.causal;
    if (!in.padding.empty()) {
      one.blocked = Flags(in.queries, in.keys);
      for (Index i = 0; i < in.queries; ++i)
        for (Index j = 0; j < in.keys; ++j) one.blocked(i, j) = in.padding[static_cast<std::size_t>(j)];
    }
    outputs.push_back(traced(one).output);
  }
  return outputs;
}

// The largest difference; rows that are NaN must be NaN in both. NaN where only one of them is.
inline double largest_difference(const kernels::FlashInputs& in, const std::vector<float>& output,
                                 const std::vector<Matrix>& expected) {
  double largest = 0;
  for (Index h = 0; h < in.heads; ++h) {
    const Matrix got = head_matrix(output, h, in.queries, in.width);
    const Matrix& right = expected[static_cast<std::size_t>(h)];
    for (Index at = 0; at < got.size(); ++at) {
      const double a = got.data()[at], b = right.data()[at];
      if (std::isnan(a) && std::isnan(b)) continue;
      const double d = std::abs(a - b);
      if (std::isnan(d)) return kNaN;
      largest = std::max(largest, d);
    }
  }
  return largest;
}

inline std::vector<float> flashed(const kernels::FlashInputs& in, kernels::Kernel kernel) {
  const auto output = kernels::flash(in, kernel);
  REQUIRE(output.ok());
  return *output;
}

// The problem of the inputs, as the kernels take it; `output` must outlive it.
inline kernels::Problem problem_of(const kernels::FlashInputs& in, std::vector<float>& output) {
  output.assign(in.q.size(), 0);
  kernels::Problem p;
  p.q = in.q.data();
  p.k = in.k.data();
  p.v = in.v.data();
  p.output = output.data();
  p.heads = static_cast<std::int32_t>(in.heads);
  p.queries = static_cast<std::int32_t>(in.queries);
  p.keys = static_cast<std::int32_t>(in.keys);
  p.width = static_cast<std::int32_t>(in.width);
  p.scale = in.scale.value_or(1 / std::sqrt(static_cast<float>(in.width)));
  p.reach = in.causal == Causal::TopLeft       ? 0
            : in.causal == Causal::BottomRight ? static_cast<std::int32_t>(in.keys - in.queries)
                                               : static_cast<std::int32_t>(in.keys);
  p.padding = in.padding.empty() ? nullptr : in.padding.data();
  return p;
}

}  // namespace lesson::test
