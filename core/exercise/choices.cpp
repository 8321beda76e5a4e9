#include "core/exercise/choices.hpp"

#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "core/invariants/invariants.hpp"
#include "core/mistakes/catalogue.hpp"

namespace lesson::exercises {
namespace {

constexpr Index kTokens = 3, kMasked = 4;

// Mistakes that show in one head, and for each whether the head is causal.
struct Faulty {
  const char* mistake;
  bool causal;
};
constexpr std::array<Faulty, 12> kMistakes = {{{"softmax-over-queries", false},
                                               {"softmax-over-queries", true},
                                               {"softmax-twice", false},
                                               {"scale-missing", false},
                                               {"scale-by-width", false},
                                               {"scale-after-softmax", false},
                                               {"mask-fill-zero", true},
                                               {"mask-after-softmax", true},
                                               {"mask-added-as-numbers", true},
                                               {"mask-polarity-inverted", true},
                                               {"causal-mask-dropped", true},
                                               {"causal-mask-reversed", true}}};

// Checks that a learner has met; the rest look at batches, heads, norms and positions.
constexpr std::array<std::string_view, 10> kChecks = {
    "rows-sum-to-one", "columns-free", "forbidden-mass", "convex-mixing",    "value-shift",
    "score-shift",     "zero-queries", "unit-scores",    "future-isolation", "permutation-equivariance"};

struct Judged {
  const char* id;
  Verdict verdict;
};

std::vector<Judged> judged(const Setup& setup, const Recipe& recipe) {
  const auto findings = check_invariants(setup, recipe);
  std::vector<Judged> list;
  if (!findings.ok()) return list;
  for (std::size_t i = 0; i < invariants().size(); ++i) {
    for (const std::string_view id : kChecks) {
      if (id == invariants()[i].id) list.push_back({invariants()[i].id, (*findings)[i].verdict});
    }
  }
  return list;
}

// One of the list, taken out of it.
Judged taken(std::vector<Judged>& list, Draw& draw) {
  const auto at = static_cast<std::ptrdiff_t>(draw.integer(0, static_cast<Index>(list.size()) - 1));
  const Judged one = list[static_cast<std::size_t>(at)];
  list.erase(list.begin() + at);
  return one;
}

Recipe recipe_of(const char* id) {
  Recipe recipe;
  for (const Mistake& one : mistakes()) {
    if (std::string_view(id) == one.id) one.edit(recipe);
  }
  return recipe;
}

}  // namespace

AnswerKey broken_invariant(Draw& draw) {
  constexpr std::size_t kChoices = 4;
  constexpr std::array<Index, 2> kWidths = {2, 4};
  const Index width = draw.pick(kWidths);
  const auto& [mistake, causal] = draw.pick(kMistakes);
  Setup setup;
  setup.q = draw.matrix(kTokens, width, -2, 3);
  setup.k = draw.matrix(kTokens, width, -2, 3);
  setup.v = draw.matrix(kTokens, 2, 0, 6);
  if (causal) setup.causal = Causal::TopLeft;

  std::vector<Judged> noticing, others;
  for (const Judged& one : judged(setup, recipe_of(mistake))) {
    (one.verdict == Verdict::Fail ? noticing : others).push_back(one);
  }
  AnswerKey key;
  if (noticing.empty() || others.size() + 1 < kChoices) return key;
  std::vector<Judged> offered = {taken(noticing, draw)};
  while (offered.size() < kChoices) offered.push_back(taken(others, draw));
  Ask ask{.id = "check", .kind = AskKind::Choice};
  while (!offered.empty()) {
    const Judged one = taken(offered, draw);
    const auto index = static_cast<double>(ask.choices.size());
    ask.choices.push_back(one.id);
    if (one.verdict == Verdict::Fail) {
      key.right = {index};
    } else {
      key.slipped.push_back({one.verdict == Verdict::Pass ? "check-passes" : "check-does-not-apply", {index}});
    }
  }
  key.task.asks.push_back(std::move(ask));
  key.task.words = {{"mistake", mistake}, {"causal", causal ? "yes" : "no"}};
  key.task.matrices = {{"q", setup.q}, {"k", setup.k}, {"v", setup.v}};
  AttentionInputs inputs;
  inputs.q = setup.q;
  inputs.k = setup.k;
  inputs.v = setup.v;
  inputs.causal = setup.causal;
  key.task.inputs = std::move(inputs);
  key.shown.resize(1);
  return key;
}

AnswerKey mask_convention(Draw& draw) {
  constexpr double kNothing = -std::numeric_limits<double>::infinity();
  constexpr std::array<const char*, 7> kConventions = {"sdpa-boolean",   "multihead-boolean", "key-padding", "additive",
                                                       "triu-multihead", "triu-sdpa",         "tril-sdpa"};
  const std::string_view convention = draw.pick(kConventions);
  const bool triangle = convention.starts_with("tri"), one_row = convention == "key-padding";
  const Index row = draw.integer(0, kMasked - (triangle ? 2 : 1));  // under triu, the last row has no later key

  // As it is written: 1 for True, or for minus infinity.
  Matrix mask(one_row ? 1 : kMasked, kMasked);
  for (Index i = 0; i < mask.rows(); ++i) {
    for (Index j = 0; j < kMasked; ++j) {
      const bool set = convention == "tril-sdpa" ? j <= i : triangle ? j > i : draw.chance(0.5);
      mask(i, j) = set ? 1 : 0;
    }
  }
  const bool one_reads = convention.ends_with("sdpa") || convention == "sdpa-boolean";
  // Cells are indices of the choices: 0 reads, 1 does not.
  const auto answer = [&](const Matrix& from, Index at, bool reads) {
    Cells cells;
    for (Index j = 0; j < from.cols(); ++j) cells.push_back((from(at, j) != 0) == reads ? 0 : 1);
    return cells;
  };
  const Index line = one_row ? 0 : row;

  AnswerKey key;
  key.right = answer(mask, line, one_reads);
  const auto slip = [&key](const char* id, Cells cells) {
    if (cells != key.right) key.slipped.push_back({id, std::move(cells)});
  };
  slip("mask-polarity-inverted", answer(mask, line, !one_reads));
  slip("causal-mask-dropped", Cells(std::size_t{kMasked}, 0));
  if (!one_row) {
    slip("rows-and-columns-swapped", answer(mask.transpose(), line, one_reads));
    for (Index i = 0; i < kMasked; ++i) slip("wrong-row", answer(mask, i, one_reads));
  }

  key.task.asks.push_back(
      {.id = "reads", .kind = AskKind::Choice, .cols = kMasked, .choices = {"reads", "does-not-read"}});
  key.task.words = {{"convention", std::string(convention)}};
  key.task.sizes = {{"row", static_cast<double>(row)}};
  AttentionInputs inputs;
  inputs.q = draw.matrix(kMasked, 2, -2, 3);
  inputs.k = draw.matrix(kMasked, 2, -2, 3);
  inputs.v = draw.matrix(kMasked, 2, 0, 6);
  inputs.blocked = Flags(kMasked, kMasked);
  for (Index i = 0; i < kMasked; ++i) {
    for (Index j = 0; j < kMasked; ++j) inputs.blocked(i, j) = (mask(one_row ? 0 : i, j) != 0) != one_reads;
  }
  key.task.inputs = std::move(inputs);
  key.shown = {lesson::Shown{Stage::Masked, row}};
  if (convention == "additive") mask = Matrix(mask.unaryExpr([](double set) { return set != 0 ? kNothing : 0; }));
  key.task.matrices = {{"mask", mask}};
  return key;
}

}  // namespace lesson::exercises
