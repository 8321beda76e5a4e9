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
      {{"unit-scores", "Keys of unit variance give scaled scores of standard deviation 1.",
        "the usual scale, and heads not too wide"},
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

// Beyond these, sums overflow or doubles are as coarse as the differences that are looked for.
constexpr double kMostMagnitude = 1e100, kMostScore = 1e11, kMostWork = 0x1p22;

std::optional<Error> check_numbers(const Setup& setup) {
  const Matrix bias = setup.bo ? Matrix(setup.bo->transpose()) : Matrix();
  for (const auto& [name, matrix] : {std::pair("q", &setup.q), std::pair("k", &setup.k), std::pair("v", &setup.v),
                                     std::pair("wo", &setup.wo), std::pair("bo", &bias)}) {
    for (Index i = 0; i < matrix->rows(); ++i) {
      for (Index c = 0; c < matrix->cols(); ++c) {
        const double number = (*matrix)(i, c);
        if (std::abs(number) <= kMostMagnitude) continue;
        const char* what = std::isnan(number) ? "a NaN" : std::isinf(number) ? "an infinity" : "a number above 1e100";
        return Error{"not-comparable",
                     std::string(name) + " has " + what + " at row " + std::to_string(i) + ", column " +
                         std::to_string(c) + ": the checks compare numbers.",
                     {name, i, c}};
      }
    }
  }
  return std::nullopt;
}

std::optional<Error> check_work(const Setup& setup) {
  const double heads = static_cast<double>(setup.heads), groups = static_cast<double>(setup.kv_heads);
  const double scores = heads * static_cast<double>(setup.q.rows()) * static_cast<double>(setup.k.rows());
  const double widths = (static_cast<double>(setup.k.cols()) + static_cast<double>(setup.v.cols())) / groups;
  if (scores <= kMostScores && scores * widths <= kMostWork) return std::nullopt;
  return Error{"too-much-work",
               std::to_string(setup.heads) + " heads, " + std::to_string(setup.q.rows()) + " queries and " +
                   std::to_string(setup.k.rows()) + " keys make more than " + std::to_string(kMostScores) +
                   " scores, or more than 4,194,304 multiply-adds: each check computes the layer several times.",
               {"q"}};
}

// The largest scaled score, unless one is too large or NaN.
Outcome<double> largest_score(const LayerTrace& right) {
  double largest = 0;
  for (const HeadTrace& head : right.heads) {
    const Matrix& scores = head.attention.scaled;
    for (Index i = 0; i < scores.rows(); ++i) {
      for (Index j = 0; j < scores.cols(); ++j) {
        if (!(std::abs(scores(i, j)) <= kMostScore)) {
          return Error{"scores-too-large",
                       "The scaled score of query " + std::to_string(i) + " and key " + std::to_string(j) +
                           " is beyond 1e11, where doubles are too coarse for the checks.",
                       {"q", i, -1}};
        }
        largest = std::max(largest, std::abs(scores(i, j)));
      }
    }
  }
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
  if (auto refused = check_numbers(setup)) return *refused;
  if (auto refused = check_work(setup)) return *refused;
  auto made = compute(setup, recipe);
  if (!made.ok()) return made.error();
  const auto right = compute(setup);
  const auto score = largest_score(*right);
  if (!score.ok()) return score.error();

  // A weight is off by the rounding of its score: two steps of float32, or 64 of double, more than any sum here makes.
  const double scores = std::max(100.0, *score);  // score-shift adds 100
  const double tolerance = std::max(std::min(scores * 0x1p-22, 1e-3), scores * 64 * 0x1p-53);
  const Probe probe{setup,
                    recipe,
                    std::move(made.value()),
                    blocked_by(setup),
                    tolerance,
                    tolerance * largest_of(setup.v),
                    tolerance * largest_of(right->output),
                    setup.q.rows(),
                    setup.k.rows()};
  std::vector<Finding> findings;
  for (const Entry& entry : entries()) findings.push_back(entry.check(probe));
  return findings;
}

}  // namespace lesson
