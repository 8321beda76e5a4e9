#include "core/lab.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/affine.hpp"
#include "core/attention.hpp"
#include "core/check.hpp"
#include "core/cost.hpp"
#include "core/non_finite.hpp"
#include "core/product.hpp"
#include "core/random/numpy.hpp"
#include "core/residual.hpp"

namespace lesson {
namespace {

constexpr Index kPairs = 2000;
constexpr Index kPairWidth = 64;
constexpr double kWeightDeviation = 0.5;
constexpr double kPush = 5;
constexpr double kRounding = 1e-9;
constexpr double kBytes = 2;

std::string number(Index value) { return std::to_string(value); }

Error refusal(const char* code, std::string message, const char* name) { return {code, std::move(message), {name}}; }

std::optional<Error> check(const LabOptions& in) {
  for (const auto& [name, size] : {std::pair{"n", in.n}, {"dModel", in.d_model}}) {
    if (size < 0) {
      return refusal("negative-size", std::string(name) + " is " + number(size) + ": no size can be below 0.", name);
    }
  }
  if (in.n == 0) return refusal("size-zero", "n is 0: the lab needs a token to look at.", "n");
  if (in.d_model == 0)
    return refusal("width-zero", "dModel is 0: there is nothing to share out among heads.", "dModel");
  if (in.heads < 1) {
    return refusal("heads-below-one", "heads is " + number(in.heads) + ": there must be at least 1.", "heads");
  }
  if (in.d_model % in.heads != 0) {
    return refusal("heads-divide",
                   "dModel is " + number(in.d_model) + ", which does not divide by " + number(in.heads) +
                       " heads: every head takes the same share of the width.",
                   "heads");
  }
  // By division, so that no product overflows.
  if (in.d_model > kMostLabNumbers / in.d_model) {
    return refusal("too-large",
                   "dModel is " + number(in.d_model) + ": a weight matrix would hold more than the " +
                       number(kMostLabNumbers) + " numbers that the lab keeps.",
                   "dModel");
  }
  if (in.n > kMostLabNumbers / in.d_model || in.n > kMostLabNumbers / in.n / in.heads) {
    return refusal("too-large",
                   "n is " + number(in.n) + ", with dModel " + number(in.d_model) + " and " + number(in.heads) +
                       " heads: the tokens or their scores would be more than the " + number(kMostLabNumbers) +
                       " numbers that the lab keeps.",
                   "n");
  }
  if (in.positions && in.d_model % 2 != 0) {
    return refusal("odd-width",
                   "dModel is " + number(in.d_model) + ": sines and cosines come in pairs, so the width must be even.",
                   "dModel");
  }
  if (in.scale) return check_scale(*in.scale);
  return std::nullopt;
}

// g.normal(0, deviation, shape), of shapes that passed the checks.
std::vector<double> normal(numpy::Generator& g, double deviation, const Shape& shape) {
  return std::move(numpy::normal(g, 0, deviation, shape).value());
}

Matrix normal_matrix(numpy::Generator& g, double deviation, Index rows, Index cols) {
  const std::vector<double> numbers = normal(g, deviation, {rows, cols});
  return Eigen::Map<const Matrix>(numbers.data(), rows, cols);
}

LabDraws draw(numpy::Generator& g, const LabOptions& in) {
  const Index width = in.d_model, head_width = width / in.heads;
  LabDraws draws;
  draws.weights.heads = in.heads;
  for (const auto& [of_heads, joined] :
       {std::pair{&draws.wq, &draws.weights.wq}, {&draws.wk, &draws.weights.wk}, {&draws.wv, &draws.weights.wv}}) {
    *joined = Matrix(width, width);
    for (Index h = 0; h < in.heads; ++h) {
      of_heads->push_back(normal_matrix(g, kWeightDeviation, width, head_width));
      joined->middleCols(h * head_width, head_width) = of_heads->back();
    }
  }
  draws.weights.wo = normal_matrix(g, kWeightDeviation, width, width);
  draws.x = normal_matrix(g, 1, in.n, width);
  draws.permutation = std::move(numpy::permutation(g, in.n).value());
  return draws;
}

// What differs from step to step.
struct Step {
  Causal causal = Causal::None;
  bool residual = true;
};

AttentionTrace run_head(const AttentionInputs& in, Axis axis) {
  AttentionTrace trace = std::move(attention(in).value());
  if (axis == Axis::Keys) return trace;
  trace.weights = softmax(trace.masked, axis);
  trace.output = product(trace.weights, in.v);
  summarise(trace);
  trace.non_finite = find_non_finite(in, trace);
  return trace;
}

// multihead() with what it has no options for: the scale and the axis.
MultiheadTrace run_heads(const Matrix& x, const MultiheadWeights& weights, const LabOptions& options, Causal causal) {
  const Index n = x.rows(), width = x.cols() / weights.heads;
  HeadRows made = std::move(project_heads(x, weights, {}).value());
  MultiheadTrace trace{std::move(made.q), std::move(made.k), std::move(made.v), {}, {}, {}, {}};
  trace.concatenated = Matrix(n, x.cols());
  trace.lossy_mean_weights = Matrix::Zero(n, n);
  for (Index h = 0; h < weights.heads; ++h) {
    const auto share = [from = h * width, width](const Matrix& m) { return Matrix(m.middleCols(from, width)); };
    AttentionInputs in{.q = share(trace.q),
                       .k = share(trace.k),
                       .v = share(trace.v),
                       .scale = options.scale,
                       .causal = causal,
                       .blocked = {}};
    AttentionTrace head = run_head(in, options.axis);
    trace.concatenated.middleCols(h * width, width) = head.output;
    trace.lossy_mean_weights += head.weights;
    trace.heads.push_back({h, std::move(in.q), std::move(in.k), std::move(in.v), std::move(head)});
  }
  trace.lossy_mean_weights /= static_cast<double>(weights.heads);
  trace.output = affine(trace.concatenated, weights.wo);
  return trace;
}

LabBlock run_block(const MultiheadWeights& weights, Matrix x, const LabOptions& options, Step step) {
  LabBlock block;
  block.attention = run_heads(x, weights, options, step.causal);
  const Matrix& change = block.attention.output;
  block.sum = step.residual ? std::move(add_residual(x, "attention", change).value()) : change;
  block.norm = std::move(layer_norm(block.sum).value());
  block.output = block.norm.output;
  block.rows = row_statistics(block.output);
  block.input = std::move(x);
  return block;
}

Matrix reordered(const Matrix& m, const std::vector<Index>& order) {
  Matrix result(m.rows(), m.cols());
  for (Index i = 0; i < m.rows(); ++i) result.row(i) = m.row(order[static_cast<std::size_t>(i)]);
  return result;
}

// The largest magnitude, or NaN if there is one.
template <typename Numbers>
double largest_in(const Numbers& numbers) {
  double largest = 0;
  for (const double value : numbers.reshaped()) {
    if (std::isnan(value)) return value;
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

LabCheck stays(double largest) { return {largest <= kRounding, largest}; }
LabCheck moves(double largest) { return {largest > kRounding, largest}; }

LabChecks run_checks(const LabTrace& trace) {
  const std::vector<Index>& order = trace.draws.permutation;
  const Index earlier = trace.draws.x.rows() - 1;
  const auto permutes = [&order](const LabBlock& block, const LabBlock& permuted) {
    return stays(largest_in(permuted.output - reordered(block.output, order)));
  };
  const auto moved = [earlier](const LabBlock& block, const LabBlock& changed) {
    return largest_in(changed.output.topRows(earlier) - block.output.topRows(earlier));
  };
  return {.row_means_zero = stays(largest_in(trace.plain.rows.mean)),
          .permutes_without_positions = permutes(trace.plain, trace.permuted),
          .permutes_with_positions = permutes(trace.with_positions, trace.permuted_with_positions),
          .causal_keeps_earlier = stays(moved(trace.causal, trace.causal_last_changed)),
          .unmasked_changes_earlier = moves(moved(trace.plain, trace.last_changed))};
}

double deviation(const Vector& numbers) { return row_statistics(numbers.transpose()).deviation(0); }

LabScale run_scale(numpy::Generator& g, const LabOptions& options) {
  const Matrix q = normal_matrix(g, 1, kPairs, kPairWidth), k = normal_matrix(g, 1, kPairs, kPairWidth);
  LabScale result{Vector(kPairs), Vector(kPairs), 0, 0};
  for (Index i = 0; i < kPairs; ++i) {
    // One query and one key: the scores are this pair's alone.
    const auto made =
        attention({.q = q.row(i), .k = k.row(i), .v = Matrix::Zero(1, 1), .scale = options.scale, .blocked = {}});
    result.raw(i) = made->raw(0, 0);
    result.scaled(i) = made->scaled(0, 0);
  }
  result.raw_sd = deviation(result.raw);
  result.scaled_sd = deviation(result.scaled);
  return result;
}

std::vector<LabMemory> run_memory() {
  std::vector<LabMemory> memory;
  for (const Index tokens : {1000, 8000, 32000}) {
    const auto cost = score_cost({.n = static_cast<double>(tokens), .m = {}, .element_bytes = kBytes});
    memory.push_back({tokens, cost->memory.mb});
  }
  return memory;
}

}  // namespace

Outcome<LabTrace> lab(const LabOptions& options) {
  if (auto refused = check(options)) return *refused;

  LabTrace trace;
  numpy::Generator g = numpy::default_rng(options.seed);
  trace.draws = draw(g, options);
  const Matrix& x = trace.draws.x;
  const Matrix mixed = reordered(x, trace.draws.permutation);
  Matrix changed = x;
  changed.bottomRows(1).array() += kPush;
  trace.positions =
      options.positions
          ? std::move(sinusoid(options.n, options.d_model, {.pairing = *options.positions}).value().output)
          : Matrix::Zero(options.n, options.d_model);

  const auto run = [&](const Matrix& input, Step step) { return run_block(trace.draws.weights, input, options, step); };
  const Step unmasked{Causal::None, options.residual}, masked{options.causal, options.residual};
  trace.plain = run(x, unmasked);
  trace.permuted = run(mixed, unmasked);
  trace.with_positions = run(x + trace.positions, unmasked);
  trace.permuted_with_positions = run(mixed + trace.positions, unmasked);
  trace.causal = run(x, masked);
  trace.causal_last_changed = run(changed, masked);
  trace.last_changed = run(changed, unmasked);
  trace.without_residual = run(x, {Causal::None, false});

  trace.checks = run_checks(trace);
  trace.scale = run_scale(g, options);
  trace.memory = run_memory();
  return trace;
}

}  // namespace lesson
