#include "core/invariants/invariants.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/invariants/norms.hpp"
#include "core/invariants/numbers.hpp"
#include "core/invariants/order.hpp"
#include "core/invariants/tokens.hpp"
#include "core/invariants/weights.hpp"

namespace lesson {
namespace {

constexpr Index kMostScores = 65536;

struct Entry {
  Invariant invariant;
  Check check;
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"rows-sum-to-one", "The weights of each query sum to 1.", ""}, checks::rows_sum_to_one},
      {{"columns-free", "The weights that a key receives may sum to anything.", ""}, checks::columns_free},
      {{"forbidden-mass", "A key that may not be read has weight 0.", "a mask"}, checks::forbidden_mass},
      {{"empty-rows", "A query that may read nothing gives what the policy says: NaN or zeros.", "an empty row"},
       checks::empty_rows_follow_policy},
      {{"convex-mixing", "Each output lies between the least and the greatest value read.", ""}, checks::convex_mixing},
      {{"weights-mix-values", "The weights shown for a head, times its values, give its part of the result.", ""},
       checks::weights_mix_values},
      {{"value-shift", "Adding one number to all values adds it to all outputs.", ""}, checks::value_shift},
      {{"score-shift", "Adding one number to all scores of a query changes no weight.", "queries other than zero"},
       checks::score_shift},
      {{"zero-queries", "A query of zeros gives the plain mean of the values read.", "no sinusoids"},
       checks::zero_queries},
      {{"unit-scores", "Keys of unit variance give scaled scores of standard deviation 1.", "the usual scale"},
       checks::unit_scores},
      {{"future-isolation", "Changing later tokens leaves earlier outputs alone.", "a causal mask"},
       checks::future_isolation},
      {{"padding-isolation", "Changing a token that nobody may read leaves the other outputs alone.",
        "a key that nobody may read"},
       checks::padding_isolation},
      {{"padding-length", "One more padding token on the left moves no output.", "queries that are the keys' tokens"},
       checks::padding_length},
      {{"batch-independence", "Changing another sequence of the batch leaves this one's outputs alone.", ""},
       checks::batch_independence},
      {{"cache-equals-recompute", "Decoding row by row gives the same rows as all at once.", "a causal mask"},
       checks::cache_equals_recompute},
      {{"permutation-equivariance", "Without positions, reordered tokens give the same outputs, reordered.",
        "no positions and no causal mask"},
       checks::permutation_equivariance},
      {{"position-sensitivity", "With positions, reordered keys give other outputs.",
        "positions, no causal mask, no padding"},
       checks::position_sensitivity},
      {{"position-shift", "Moving all rotary positions by 4 changes nothing.", "rotary positions"},
       checks::position_shift},
      {{"head-order", "Heads in reverse give their weights and their parts of the result in reverse.",
        "two heads or more"},
       checks::head_order},
      {{"constant-rows", "The norm of a constant row is 0, not 0/0.", "a layer norm"}, checks::constant_rows},
      {{"row-statistics", "A normalised row has mean 0 and variance 1, but for eps.", "a layer norm"},
       checks::row_statistics_normal},
  };
  return all;
}

std::optional<Error> check_finite(const Setup& setup) {
  for (const auto& [name, matrix] : {std::pair("q", &setup.q), std::pair("k", &setup.k), std::pair("v", &setup.v)}) {
    for (Index i = 0; i < matrix->rows(); ++i) {
      for (Index c = 0; c < matrix->cols(); ++c) {
        if (std::isfinite((*matrix)(i, c))) continue;
        return Error{"not-finite",
                     std::string(name) + " has " + (std::isnan((*matrix)(i, c)) ? "a NaN" : "an infinity") +
                         " at row " + std::to_string(i) + ", column " + std::to_string(c) +
                         ": the checks compare numbers.",
                     {name, i, c}};
      }
    }
  }
  return std::nullopt;
}

// NaN, which an empty row rightly holds, is passed over.
double largest_of(const Matrix& m) {
  double largest = 0;
  for (Index at = 0; at < m.size(); ++at) largest = std::max(largest, std::abs(m.data()[at]));
  return largest;
}

}  // namespace

const std::vector<Invariant>& invariants() {
  static const std::vector<Invariant> all = [] {
    std::vector<Invariant> list;
    for (const Entry& entry : entries()) list.push_back(entry.invariant);
    return list;
  }();
  return all;
}

Outcome<std::vector<Finding>> check_invariants(const Setup& setup, const Recipe& recipe) {
  if (auto refused = check_setup(setup)) return *refused;
  if (auto refused = check_finite(setup)) return *refused;
  const Index queries = setup.q.rows(), keys = setup.k.rows();
  if (queries > kMostScores / keys / setup.heads) {
    return Error{"too-many-scores",
                 std::to_string(setup.heads) + " heads, " + std::to_string(queries) + " queries and " +
                     std::to_string(keys) + " keys make more than " + std::to_string(kMostScores) +
                     " scores: the checks compute the layer several times, and this would take too long.",
                 {"q"}};
  }
  auto made = compute(setup, recipe);
  if (!made.ok()) return made.error();
  const auto right = compute(setup);

  double scores = 100;  // what score-shift adds
  for (const HeadTrace& head : right->heads) scores = std::max(scores, largest_of(head.attention.scaled));
  if (!std::isfinite(scores)) {
    return Error{"scores-not-finite",
                 "A scaled score of these inputs is beyond the range of a double: the checks compare numbers.",
                 {"q"}};
  }
  // A weight is off by the rounding of its score: two steps of float32, or 64 of double, more than any sum here makes.
  const double tolerance = std::max(std::min(scores * 0x1p-22, 1e-3), scores * 64 * 0x1p-53);
  const double values = std::max({1.0, largest_of(setup.v), largest_of(right->output)});
  const Probe probe{setup,   recipe, std::move(made.value()), blocked_by(setup), tolerance, tolerance * values,
                    queries, keys};
  std::vector<Finding> findings;
  for (const Entry& entry : entries()) findings.push_back(entry.check(probe));
  return findings;
}

}  // namespace lesson
