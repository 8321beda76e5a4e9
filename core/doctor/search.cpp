#include "core/doctor/search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "core/mistakes/bench.hpp"
#include "core/mistakes/catalogue.hpp"

namespace lesson {
namespace {

struct Words {
  const char *id, *description;
};
constexpr std::array<Words, kConventions> kConventionWords = {
    {{"as-meant", ""},
     {"causal-bottom-right", "A causal mask is applied, laid on the last key."},
     {"rotary-interleaved", "Queries and keys are turned by rotary positions, neighbours paired."},
     {"rotary-half-split", "Queries and keys are turned by rotary positions, halves paired."},
     {"rotary-other-pairing", "Rotary positions pair the columns of queries and keys the other way."},
     {"other-layout", "The axes are read in the other order that the shapes allow."},
     {"scale-one", "Scores are not scaled at all."},
     {"scale-usual", "Scores are divided by the root of the key width."}}};

constexpr std::array<Element, 4> kFormats = {Element::Float64, Element::Float32, Element::Float16, Element::BFloat16};

// The root mean square of what was seen and is finite: beside it a tolerance must be small, or everything fits.
double size_of_seen(const Case& one) {
  double sum = 0, count = 0;
  const auto add = [&](const Matrix& m) {
    for (Index at = 0; at < m.size(); ++at) {
      if (!std::isfinite(m.data()[at])) continue;
      sum += m.data()[at] * m.data()[at];
      ++count;
    }
  };
  for (const Observed& seen : one.observed) {
    for (const Matrix& m : seen.scores) add(m);
    for (const Matrix& m : seen.weights) add(m);
    if (seen.output) add(*seen.output);
  }
  return count > 0 ? std::sqrt(sum / count) : 0;
}

template <typename Change>
Case changed(Case one, const Change& change) {
  for (Setup& setup : one.batch) change(setup);
  return one;
}

// Whether the right computation gives other numbers in the part that is compared.
bool differs(const Case& a, const Case& b) {
  const auto made = compute_batch(a.batch), others = compute_batch(b.batch);
  if (!made.ok() || !others.ok()) return others.ok();
  if (made->size() != others->size()) return true;
  for (std::size_t i = 0; i < made->size(); ++i) {
    if (differ((*made)[i], (*others)[i], a.tolerance)) return true;
  }
  return false;
}

}  // namespace

const char* id_of(Convention convention) { return kConventionWords[static_cast<std::size_t>(convention)].id; }

const char* description_of(Convention convention) {
  return kConventionWords[static_cast<std::size_t>(convention)].description;
}

const char* name_of(HeldIn precision) {
  return precision == HeldIn::AsGiven ? "as-given" : name_of(kFormats[static_cast<std::size_t>(precision)]);
}

Recipe recipe_of(const Suspect& suspect) {
  Recipe recipe;
  for (const Index m : suspect.mistakes) mistakes()[static_cast<std::size_t>(m)].edit(recipe);
  return recipe;
}

Outcome<Search> Search::start(const Given& given, const Meant& meant) {
  auto made = take_in(given, meant);
  if (!made) return made.error();
  Search search;
  search.meant_ = std::move(made.value());
  const Case& one = search.meant_;
  const bool seen = !one.observed.empty() && one.sizes.queries > 0;
  if (!seen) {
    return Error{"nothing-seen",
                 "No scores, weights or output were given, or none has a number in it: there is nothing to explain.",
                 {"output"}};
  }
  search.judgement_.tolerance = one.tolerance;
  search.variants_.emplace_back(Convention::AsMeant, one);
  const auto add = [&search, &one](Convention convention, Case variant) {
    if (check_setup(variant.batch.front()) || !differs(one, variant)) return;
    search.variants_.emplace_back(convention, std::move(variant));
  };
  const Setup& first = one.batch.front();
  const Index queries = first.q.rows(), keys = first.k.rows(), width = first.q.cols() / first.heads;
  if (first.causal == Causal::None && queries < keys) {
    add(Convention::CausalBottomRight, changed(one, [](Setup& s) { s.causal = Causal::BottomRight; }));
  }
  if (first.positions == Positions::None && width % 2 == 0) {
    for (const Pairing pairing : {Pairing::Interleaved, Pairing::Halves}) {
      add(pairing == Pairing::Interleaved ? Convention::RotaryInterleaved : Convention::RotaryHalves,
          changed(one, [pairing](Setup& s) {
            s.positions = Positions::Rotary;
            s.pairing = pairing;
          }));
    }
  }
  if (first.positions == Positions::Rotary) {
    add(Convention::RotaryOtherPairing, changed(one, [](Setup& s) {
          s.pairing = s.pairing == Pairing::Halves ? Pairing::Interleaved : Pairing::Halves;
        }));
  }
  if (first.scale) {
    add(Convention::ScaleOne, changed(one, [](Setup& s) { s.scale = 1; }));
    add(Convention::ScaleUsual, changed(one, [](Setup& s) { s.scale = std::nullopt; }));
  }
  for (std::size_t i = 0; i < kLayouts; ++i) {
    Meant other = meant;
    other.layout = static_cast<Layout>(i);
    if (*other.layout == one.layout || rank_of(*other.layout) != given.q->shape.size()) continue;
    auto variant = take_in(given, other);
    if (variant.ok() && !variant->observed.empty()) add(Convention::OtherLayout, std::move(variant.value()));
  }

  // Pairs only while numbers are compared as they were given: coarsely, some pair fits anything.
  const double size = size_of_seen(one);
  for (std::size_t p = 0; p < kFormats.size(); ++p) {
    const double tolerance = p == 0 ? one.tolerance : tolerance_of(kFormats[p]);
    if (p > 0 && (tolerance <= one.tolerance || tolerance > size / 20)) continue;
    for (std::size_t v = 0; v < search.variants_.size(); ++v) {
      search.stages_.push_back({static_cast<HeldIn>(p), v, false});
    }
    if (p == 0) search.stages_.push_back({HeldIn::AsGiven, 0, true});
  }
  std::reverse(search.stages_.begin(), search.stages_.end());
  search.all_stages_ = search.stages_.size();
  return search;
}

double Search::progress() const { return 1 - static_cast<double>(stages_.size()) / static_cast<double>(all_stages_); }

const Case& Search::as_of(const Suspect& suspect) const {
  for (const auto& [convention, variant] : variants_) {
    if (convention == suspect.convention) return variant;
  }
  return meant_;
}

std::optional<Error> Search::step() {
  const Stage stage = stages_.back();
  stages_.pop_back();
  const auto& [convention, variant] = variants_[stage.variant];
  const double tolerance = stage.precision == HeldIn::AsGiven
                               ? variant.tolerance
                               : tolerance_of(kFormats[static_cast<std::size_t>(stage.precision)]);
  if (stage.variant == 0 && !stage.pairs) {
    // Another precision judges anew: what missed by a little before is the same suspect now.
    judgement_.suspects.clear();
    judgement_.precision = stage.precision;
    judgement_.tolerance = tolerance;
  }
  std::vector<Observed> observed = variant.observed;
  for (Observed& one : observed) one.tolerance = tolerance;
  const auto made = diagnose(variant.batch, observed, stage.pairs ? Depth::Pairs : Depth::Singles);
  if (!made) return made.error();
  if (stage.variant == 0) {
    judgement_.silent = made->silent;
    judgement_.cells = made->cells;
    judgement_.pairs_searched = judgement_.pairs_searched || made->pairs_searched;
  }
  for (const Hypothesis& one : made->hypotheses) {
    if (stage.pairs && one.mistakes.size() < 2) continue;  // found before
    judgement_.suspects.push_back({convention, one.mistakes, one.reproduces, one.largest_difference, one.matching});
  }
  rank();
  const bool found = judgement_.tied > 0;
  // Nothing is simpler than what was meant; else all with one change are looked at before the search ends.
  const bool right = found && judgement_.suspects.front().changes() == 0;
  const bool last = stages_.empty() || stages_.back().precision != stage.precision || stages_.back().pairs;
  if (right || (found && last)) stages_.clear();
  return std::nullopt;
}

void Search::rank() {
  std::vector<Suspect>& suspects = judgement_.suspects;
  std::stable_sort(suspects.begin(), suspects.end(), [](const Suspect& a, const Suspect& b) {
    const auto key = [](const Suspect& s) { return std::make_tuple(-s.matching, s.changes(), s.largest_difference); };
    return key(a) < key(b);
  });
  judgement_.tied = 0;
  for (const Suspect& one : suspects) {
    if (!one.reproduces || one.changes() != suspects.front().changes()) break;
    ++judgement_.tied;
  }
  suspects.resize(std::min(suspects.size(), std::max(kMostSuspects, static_cast<std::size_t>(judgement_.tied))));
}

}  // namespace lesson
