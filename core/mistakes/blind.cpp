#include "core/mistakes/blind.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "core/random/numpy.hpp"

namespace lesson {
namespace {

using Bits = std::uint32_t;  // of the probes

struct Named {
  const char* id;
  std::vector<const char*> checks;
};

Index check_called(std::string_view id) {
  Index at = 0;
  for (const Invariant& one : invariants()) {
    if (id == one.id) return at;
    ++at;
  }
  return -1;
}

std::vector<BlindProbe> all_probes() {
  const std::vector<Named> named = {
      {"future", {"future-isolation"}},
      {"positions", {"position-shift", "padding-length"}},
      {"order", {"permutation-equivariance", "position-sensitivity"}},
      {"batch", {"batch-independence"}},
      {"values", {"value-shift"}},
      {"queries", {"zero-queries"}},
      {"sums", {"rows-sum-to-one", "columns-free"}},
      {"cache", {"cache-equals-recompute"}},
      {"blocked", {"forbidden-mass", "empty-rows", "padding-isolation"}},
      {"spread", {"unit-scores"}},
      {"scores", {"score-shift"}},
      {"heads", {"head-order", "weights-mix-values"}},
      {"mix", {"convex-mixing"}},
      {"norm", {"constant-rows", "row-statistics"}},
  };
  std::vector<BlindProbe> probes;
  for (const Named& one : named) {
    BlindProbe probe{one.id, {}};
    for (const char* check : one.checks) probe.checks.push_back(check_called(check));
    probes.push_back(std::move(probe));
  }
  return probes;
}

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

// Which probes each mistake breaks.
const std::vector<Bits>& broken() {
  static const std::vector<Bits> all = [] {
    std::vector<Bits> list;
    for (const Caught& row : which_check_catches_which()) {
      Bits bits = 0, bit = 1;
      for (const BlindProbe& probe : blind_probes()) {
        for (const Index check : probe.checks) {
          if (row.verdicts[at(check)] == Verdict::Fail) bits |= bit;
        }
        bit <<= 1;
      }
      list.push_back(bits);
    }
    return list;
  }();
  return all;
}

bool meant(const Mistake& mistake, const Setup& setup) { return !mistake.meant_for || mistake.meant_for(setup); }

Recipe recipe_in(const Mistake& mistake, const Setup& setup) {
  Recipe recipe;
  if (meant(mistake, setup)) mistake.edit(recipe);
  return compute(setup, recipe).ok() ? recipe : Recipe();
}

LayerTrace made_by(const Mistake& mistake, const Setup& setup) {
  return std::move(compute(setup, recipe_in(mistake, setup)).value());
}

std::optional<Bits> bit_of(std::string_view id) {
  Bits bit = 1;
  for (const BlindProbe& probe : blind_probes()) {
    if (id == probe.id) return bit;
    bit <<= 1;
  }
  return std::nullopt;
}

Error unknown_probe(std::string_view id) {
  return Error{"unknown-probe",
               '"' + std::string(id) + "\" is no probe: they go from \"" + blind_probes().front().id + "\" to \"" +
                   blind_probes().back().id + "\".",
               {"probe"}};
}

// A bit for each hidden mistake that breaks, of these probes, the same as `hidden`.
std::uint64_t fitting(Index hidden, Bits probes) {
  std::uint64_t fits = 0, bit = 1;
  for (const Index one : hidden_mistakes()) {
    if (((broken()[at(one)] ^ broken()[at(hidden)]) & probes) == 0) fits |= bit;
    bit <<= 1;
  }
  return fits;
}

bool same_everywhere(const Mistake& a, const Mistake& b) {
  constexpr double kSame = 1e-6;
  for (const BenchSetup& one : bench()) {
    if (differ(made_by(a, one.setup), made_by(b, one.setup), kSame)) return false;
  }
  return true;
}

double apart(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double distance = std::abs(a - b);
  return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

// The first setup on which the outputs of the two differ most plainly, and where.
void show_difference(BlindJudgement& judgement, const Mistake& named, const Mistake& hidden) {
  Index setup = 0;
  for (const BenchSetup& one : bench()) {
    const Matrix expected = made_by(named, one.setup).output, got = made_by(hidden, one.setup).output;
    double largest = 1e-4;  // less is rounding of float16 and float32
    for (Index i = 0; i < got.rows(); ++i) {
      for (Index c = 0; c < got.cols(); ++c) {
        if (!(apart(expected(i, c), got(i, c)) > largest)) continue;
        largest = apart(expected(i, c), got(i, c));
        judgement.setup = setup;
        judgement.expected = expected(i, c);
        judgement.got = got(i, c);
        judgement.row = i;
        judgement.col = c;
      }
    }
    if (judgement.setup >= 0) return;
    ++setup;
  }
}

}  // namespace

const std::vector<BlindProbe>& blind_probes() {
  static const std::vector<BlindProbe> probes = all_probes();
  return probes;
}

const std::vector<Index>& hidden_mistakes() {
  static const std::vector<Index> hidden = [] {
    std::vector<Index> list;
    for (std::size_t m = 0; m < broken().size(); ++m) {
      if (broken()[m] != 0) list.push_back(static_cast<Index>(m));
    }
    return list;
  }();
  return hidden;
}

Index hidden_by(std::uint64_t seed) {
  numpy::Generator draws = numpy::default_rng(seed);
  const auto drawn = numpy::integers(draws, 0, static_cast<std::int64_t>(hidden_mistakes().size()), {});
  return hidden_mistakes()[at(static_cast<Index>(drawn->front()))];
}

Outcome<std::vector<Reading>> read_probe(std::uint64_t seed, std::string_view id) {
  const BlindProbe* probe = nullptr;
  for (const BlindProbe& one : blind_probes()) {
    if (id == one.id) probe = &one;
  }
  if (!probe) return unknown_probe(id);
  const Mistake& hidden = mistakes()[at(hidden_by(seed))];
  std::vector<Reading> readings;
  for (const Index check : probe->checks) readings.push_back({check, -1, {}});
  Index setup = 0;
  for (const BenchSetup& one : bench()) {
    const auto findings = check_invariants(one.setup, recipe_in(hidden, one.setup));
    for (Reading& reading : readings) {
      const Finding& finding = (*findings)[at(reading.check)];
      const bool first = reading.setup < 0 && finding.verdict != Verdict::NotApplicable;
      const bool fails = reading.finding.verdict != Verdict::Fail && finding.verdict == Verdict::Fail;
      if (!first && !fails) continue;
      reading.setup = setup;
      reading.finding = finding;
    }
    ++setup;
  }
  return readings;
}

Outcome<std::vector<Index>> still_fit(std::uint64_t seed, const std::vector<std::string>& probes) {
  Bits made = 0;
  for (const std::string& id : probes) {
    const auto bit = bit_of(id);
    if (!bit) return unknown_probe(id);
    made |= *bit;
  }
  const std::uint64_t fits = fitting(hidden_by(seed), made);
  std::vector<Index> list;
  for (std::size_t m = 0; m < hidden_mistakes().size(); ++m) {
    if ((fits >> m & 1) != 0) list.push_back(hidden_mistakes()[m]);
  }
  return list;
}

Index fewest_probes(std::uint64_t seed) {
  const Index hidden = hidden_by(seed);
  const Bits all = (Bits{1} << blind_probes().size()) - 1;
  const std::uint64_t best = fitting(hidden, all);
  int fewest = std::popcount(all);
  for (Bits probes = 0; probes <= all; ++probes) {
    if (std::popcount(probes) < fewest && fitting(hidden, probes) == best) fewest = std::popcount(probes);
  }
  return fewest;
}

Outcome<BlindJudgement> judge(std::uint64_t seed, std::string_view named) {
  const auto known = recipe_of({std::string(named)});
  if (!known) return known.error();
  BlindJudgement judgement;
  judgement.hidden = hidden_by(seed);
  const Mistake& hidden = mistakes()[at(judgement.hidden)];
  const Mistake* guess = nullptr;
  for (std::size_t m = 0; m < mistakes().size(); ++m) {
    const Mistake& one = mistakes()[m];
    if (named == one.id) guess = &one;
    if (&one == &hidden || !same_everywhere(one, hidden)) continue;
    judgement.tied.push_back(static_cast<Index>(m));
    if (named == one.id) judgement.right = true;
  }
  if (guess == nullptr) {
    return Error{"unknown-mistake", "\"none\" is no mistake: one is hidden.", {"mistake"}};
  }
  if (guess == &hidden) judgement.right = true;
  if (!judgement.right) show_difference(judgement, *guess, hidden);
  return judgement;
}

}  // namespace lesson
