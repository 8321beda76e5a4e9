#include <set>

#include "core/mistakes/catalogue.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("catalogue: the ids that pages link to, each with a sentence, a stage and well-formed references") {
  const std::set<std::string> promised = {"mask-polarity-inverted",
                                          "mask-added-as-numbers",
                                          "empty-row",
                                          "empty-row-hidden",
                                          "causal-top-left-instead-of-bottom-right",
                                          "causal-bottom-right-instead-of-top-left",
                                          "causal-mask-dropped",
                                          "softmax-over-queries",
                                          "softmax-twice",
                                          "scale-missing",
                                          "scale-twice",
                                          "scale-by-width",
                                          "scale-after-softmax",
                                          "mask-fill-zero",
                                          "mask-fill-in-half-precision",
                                          "mask-after-softmax",
                                          "mask-plus-infinity",
                                          "padding-on-query-axis",
                                          "batch-and-sequence-swapped",
                                          "heads-split-by-reshape",
                                          "heads-merged-without-transpose",
                                          "heads-averaged",
                                          "left-padding-positions",
                                          "group-repeat-order",
                                          "rotary-pairing-mixed",
                                          "sinusoid-order",
                                          "layernorm-sample-variance",
                                          "layernorm-over-tokens",
                                          "layernorm-no-eps",
                                          "cache-offset",
                                          "dropout-in-evaluation",
                                          "no-max-subtraction",
                                          "gpu-differs",
                                          "keys-and-values-swapped",
                                          "position-missing",
                                          "scale-by-model-width",
                                          "causal-mask-added",
                                          "causal-mask-reversed"};
  const std::set<std::string> stages = {"batch",   "split", "positions", "scale", "mask", "softmax",
                                        "weights", "mix",   "merge",     "norm",  "cache"};
  std::set<std::string> ids;
  for (const Mistake& one : mistakes()) {
    INFO(one.id);
    REQUIRE(ids.insert(one.id).second);
    REQUIRE(stages.count(one.stage) == 1);
    const std::string description = one.description, references = one.references;
    REQUIRE(description.size() > 20);
    REQUIRE(description.size() < 140);
    REQUIRE(description.back() == '.');
    for (std::size_t at = 0; at < references.size();) {
      const std::size_t end = std::min(references.find(", ", at), references.size());
      const std::string reference = references.substr(at, end - at);
      REQUIRE(reference.find('/') < reference.find('#'));
      REQUIRE(reference.find('#') < reference.size() - 1);
      at = end + 2;
    }
    REQUIRE(one.harmless == (ids.count("sinusoid-order") == 1 && std::string(one.id) == "sinusoid-order"));
  }
  REQUIRE(ids == promised);
}

TEST_CASE("catalogue: every mistake changes the recipe, each in its own way") {
  // Two may turn the same switch when they are meant for different setups.
  std::vector<std::pair<Recipe, bool (*)(const Setup&)>> known;
  for (const Mistake& one : mistakes()) {
    INFO(one.id);
    const Recipe recipe = recipe_of(one.id);
    REQUIRE(!(recipe == Recipe()));
    for (const auto& [other, meant_for] : known) REQUIRE(!(recipe == other && one.meant_for == meant_for));
    known.emplace_back(recipe, one.meant_for);
  }
}

TEST_CASE("catalogue: recipes of none, one and several") {
  REQUIRE(*lesson::recipe_of({}) == Recipe());
  REQUIRE(*lesson::recipe_of({"none"}) == Recipe());
  const auto both = lesson::recipe_of({"scale-missing", "softmax-twice"});
  REQUIRE(both.ok());
  REQUIRE(both->scaling == Scaling::Missing);
  REQUIRE(both->softmax_twice);
  REQUIRE(*both == *lesson::recipe_of({"softmax-twice", "none", "scale-missing"}));
}

TEST_CASE("catalogue: unknown names and two hands on one switch are refused") {
  require_refused(lesson::recipe_of({"scale-mising"}), "unknown-mistake", {"mistake"}, {"scale-mising"});
  require_refused(lesson::recipe_of({""}), "unknown-mistake", {"mistake"}, {"\"\""});
  require_refused(lesson::recipe_of({"scale-missing", "scale-twice"}), "mistakes-incompatible", {"mistake"},
                  {"scale-missing", "scale-twice"});
  require_refused(lesson::recipe_of({"mask-fill-zero", "softmax-twice", "mask-plus-infinity"}), "mistakes-incompatible",
                  {"mistake"}, {"mask-fill-zero", "mask-plus-infinity"});
  require_refused(lesson::recipe_of({"softmax-twice", "softmax-twice"}), "mistakes-incompatible", {"mistake"}, {});
}

}  // namespace lesson::test
