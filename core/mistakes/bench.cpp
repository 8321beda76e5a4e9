#include "core/mistakes/bench.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/random/numpy.hpp"

namespace lesson {
namespace {

// Of standard deviation 2 and rounded to tenths: np.round(default_rng(seed).normal(0, 2, (rows, cols)), 1), but for
// ties.
Matrix numbers(numpy::Generator& draws, Index rows, Index cols) {
  Matrix m(rows, cols);
  for (Index at = 0; at < m.size(); ++at) m.data()[at] = std::round(20 * numpy::standard_normal(draws)) / 10;
  return m;
}

Setup sized(std::uint64_t seed, Index queries, Index keys, Index heads = 1, Index kv_heads = 1) {
  constexpr Index kWidth = 4, kValueWidth = 4;  // equal, so that keys and values can be swapped
  numpy::Generator draws = numpy::default_rng(seed);
  Setup setup;
  setup.heads = heads;
  setup.kv_heads = kv_heads;
  setup.q = numbers(draws, queries, heads * kWidth);
  setup.k = numbers(draws, keys, kv_heads * kWidth);
  setup.v = numbers(draws, keys, kv_heads * kValueWidth);
  return setup;
}

std::vector<BenchSetup> all() {
  std::vector<BenchSetup> setups;
  const auto add = [&setups](const char* name, Setup setup) -> Setup& {
    setups.push_back({name, std::move(setup)});
    return setups.back().setup;
  };
  add("plain", sized(1, 2, 3));
  add("causal", sized(2, 4, 4)).causal = Causal::BottomRight;
  add("fewer-queries", sized(3, 2, 5)).causal = Causal::BottomRight;
  add("fewer-queries-top-left", sized(4, 2, 5)).causal = Causal::TopLeft;

  Setup& empty = add("empty-row", sized(6, 3, 3));
  empty.blocked = Flags::Zero(3, 3);
  empty.blocked.row(1).setOnes();
  empty.empty_row = EmptyRow::Zero;
  add("sinusoid", sized(10, 3, 3)).positions = Positions::Sinusoid;

  Setup& padded = add("padded", sized(5, 4, 4));
  padded.causal = Causal::BottomRight;
  padded.positions = Positions::Sinusoid;
  padded.padding = Flags::Zero(1, 4);
  padded.padding(0, 0) = 1;
  padded.empty_row = EmptyRow::Zero;

  add("heads", sized(7, 3, 3, 2, 2));
  add("grouped", sized(8, 3, 3, 4, 2));
  add("rotary", sized(9, 3, 3)).positions = Positions::Rotary;
  Setup& normed = add("normed", sized(11, 3, 3));
  normed.causal = Causal::BottomRight;
  normed.norm_eps = 1e-5;
  normed.v.row(0).setConstant(1);  // token 0 reads itself alone: a constant row for the norm

  Setup& large = add("large-scores", sized(12, 2, 3));
  large.q *= 60;
  return setups;
}

bool differ(const Matrix& a, const Matrix& b, double tolerance) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return true;
  for (Index at = 0; at < a.size(); ++at) {
    const double x = a.data()[at], y = b.data()[at];
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    if (!(std::abs(x - y) <= tolerance * std::max({1.0, std::abs(x), std::abs(y)}))) return true;
  }
  return false;
}

Verdict worse(Verdict a, Verdict b) {
  if (a == Verdict::Fail || b == Verdict::Fail) return Verdict::Fail;
  return a == Verdict::Pass || b == Verdict::Pass ? Verdict::Pass : Verdict::NotApplicable;
}

}  // namespace

bool differ(const LayerTrace& a, const LayerTrace& b, double tolerance) {
  if (a.heads.size() != b.heads.size() || differ(a.output, b.output, tolerance)) return true;
  for (std::size_t h = 0; h < a.heads.size(); ++h) {
    const AttentionTrace &one = a.heads[h].attention, &other = b.heads[h].attention;
    for (Matrix AttentionTrace::*part : {&AttentionTrace::scaled, &AttentionTrace::masked, &AttentionTrace::weights}) {
      if (differ(one.*part, other.*part, tolerance)) return true;
    }
  }
  return false;
}

const std::vector<BenchSetup>& bench() {
  static const std::vector<BenchSetup> setups = all();
  return setups;
}

Index smallest_reproduction(const Mistake& mistake) {
  constexpr double kShows = 1e-4;  // above the rounding of float32 and float16 codes of scores like these
  Recipe recipe;
  mistake.edit(recipe);
  for (std::size_t s = 0; s < bench().size(); ++s) {
    if (mistake.meant_for && !mistake.meant_for(bench()[s].setup)) continue;
    const auto right = compute(bench()[s].setup), wrong = compute(bench()[s].setup, recipe);
    if (wrong.ok() && differ(*right, *wrong, kShows)) return static_cast<Index>(s);
  }
  return -1;
}

Outcome<Index> shown_on(std::string_view id) {
  for (const Mistake& one : mistakes()) {
    if (id == one.id) return smallest_reproduction(one);
  }
  const auto recipe = recipe_of({std::string(id)});
  if (!recipe) return recipe.error();
  return Error{"unknown-mistake", "\"none\" is no mistake: it shows nowhere.", {"mistake"}};
}

std::vector<Caught> which_check_catches_which() {
  std::vector<Caught> table;
  for (const Mistake& mistake : mistakes()) {
    Recipe recipe;
    mistake.edit(recipe);
    Caught row{&mistake, smallest_reproduction(mistake), std::vector<Verdict>(invariants().size())};
    for (Verdict& verdict : row.verdicts) verdict = Verdict::NotApplicable;
    for (const BenchSetup& one : bench()) {
      if (mistake.meant_for && !mistake.meant_for(one.setup)) continue;
      const auto findings = check_invariants(one.setup, recipe);
      if (!findings.ok()) continue;  // not defined for these shapes
      for (std::size_t i = 0; i < row.verdicts.size(); ++i) {
        row.verdicts[i] = worse(row.verdicts[i], (*findings)[i].verdict);
      }
    }
    table.push_back(std::move(row));
  }
  return table;
}

}  // namespace lesson
