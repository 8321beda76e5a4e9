// Setups for the tests of the invariants and of the fault library.
#pragma once

#include <string>

#include "core/invariants/invariants.hpp"
#include "core/mistakes/bench.hpp"
#include "core/mistakes/catalogue.hpp"
#include "core/mistakes/compute.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

// One head, one query, K = 1: the scores are those given, and the values are the unit vectors, so that output =
// weights.
inline Setup with_scores(std::initializer_list<double> scores) {
  Setup setup;
  setup.q = Matrix::Ones(1, 1);
  setup.k = rows({scores}).transpose();
  setup.v = Matrix::Identity(setup.k.rows(), setup.k.rows());
  return setup;
}

// Any setup that must be accepted: shapes from 1 to 7 (and no query at all), heads and groups, masks, padding,
// positions.
inline Setup random_setup(Random& random) {
  static constexpr Index kSizes[] = {1, 2, 3, 5, 7};
  const auto size = [&random] { return kSizes[random.integer(0, 4)]; };
  Setup setup;
  setup.kv_heads = random.integer(1, 2);
  setup.heads = setup.kv_heads * random.integer(1, 2);
  const bool self = random.chance(0.6);
  const Index keys = size(), queries = self ? keys : (random.chance(0.05) ? 0 : size());
  Index width = size();
  if (random.chance(0.4)) {
    width *= 2;
    setup.positions = random.chance(0.5) ? Positions::Sinusoid : Positions::Rotary;
    if (random.chance(0.5)) setup.pairing = Pairing::Halves;
    setup.query_offset = setup.key_offset = random.integer(0, 9);
  }
  setup.q = random.matrix(queries, setup.heads * width);
  setup.k = random.matrix(keys, setup.kv_heads * width);
  setup.v = random.matrix(keys, setup.kv_heads * size(), -8, 8);
  if (random.chance(0.5)) setup.causal = random.chance(0.5) ? Causal::TopLeft : Causal::BottomRight;
  if (random.chance(0.3)) setup.blocked = random.flags(queries, keys, 0.3);
  if (random.chance(0.3)) setup.padding = random.flags(1, keys, 0.3);
  if (random.chance(0.5)) setup.empty_row = EmptyRow::Zero;
  if (random.chance(0.2)) setup.scale = random.between(-2, 2);
  if (random.chance(0.3)) setup.norm_eps = 1e-5;
  if (random.chance(0.3)) setup.wo = random.matrix(setup.heads * setup.v.cols() / setup.kv_heads, size(), -1, 1);
  return setup;
}

inline LayerTrace computed(const Setup& setup, const Recipe& recipe = {}) {
  auto made = compute(setup, recipe);
  REQUIRE(made.ok());
  return std::move(made.value());
}

inline Recipe recipe_of(const std::string& id) {
  const auto recipe = lesson::recipe_of(std::vector<std::string>{id});
  INFO(id);
  REQUIRE(recipe.ok());
  return *recipe;
}

inline Matrix weights_of(const Setup& setup, const std::string& mistake, std::size_t head = 0) {
  return computed(setup, recipe_of(mistake)).heads.at(head).attention.weights;
}

inline Setup on_bench(const std::string& name) {
  for (const BenchSetup& one : bench()) {
    if (name == one.name) return one.setup;
  }
  FAIL("no setup of the bench is named " << name);
  return {};
}

// The finding of one check.
inline const Finding& found(const std::string& check, const std::vector<Finding>& findings) {
  REQUIRE(findings.size() == invariants().size());
  for (std::size_t i = 0; i < invariants().size(); ++i) {
    if (check == invariants()[i].id) return findings[i];
  }
  FAIL("no check is named " << check);
  return findings.front();
}

// The same on a setup with a mistake.
inline Finding found(const std::string& check, const Setup& setup, const std::string& mistake = "none") {
  const auto findings = check_invariants(setup, recipe_of(mistake));
  REQUIRE(findings.ok());
  return found(check, *findings);
}

inline void require_pass(const std::string& check, const Setup& setup, const std::string& mistake = "none") {
  INFO(check << " with " << mistake);
  const Finding finding = found(check, setup, mistake);
  REQUIRE(finding.verdict == Verdict::Pass);
}

// It fails, and shows numbers that are further apart than it allows.
inline Finding require_fail(const std::string& check, const Setup& setup, const std::string& mistake) {
  INFO(check << " with " << mistake);
  const Finding finding = found(check, setup, mistake);
  REQUIRE(finding.verdict == Verdict::Fail);
  REQUIRE(finding.largest > finding.tolerance);
  return finding;
}

inline void require_not_applicable(const std::string& check, const Setup& setup) {
  INFO(check);
  REQUIRE(found(check, setup).verdict == Verdict::NotApplicable);
}

}  // namespace lesson::test
