// Which convention or mistake made what was seen: every convention that may have been meant otherwise, with every
// mistake of the library and pairs of them (diagnose.hpp).
//
// The search goes in steps, so that whoever waits can be told how far it is.
#pragma once

#include <utility>
#include <vector>

#include "core/doctor/intake.hpp"
#include "core/doctor/slice.hpp"
#include "core/mistakes/recipe.hpp"

namespace lesson {

// What may have been meant otherwise than it was said.
enum class Convention {
  AsMeant,
  CausalBottomRight,  // no causal mask was asked for: one laid on the last key
  RotaryInterleaved,  // no positions were asked for: rotary ones
  RotaryHalves,
  RotaryOtherPairing,  // both queries and keys turned by the other pairing
  OtherLayout,         // the axes stand for something else that fits too
  ScaleOne,            // a scale was asked for: there is none
  ScaleUsual,          // a scale was asked for: it is 1 / sqrt(K)
};
inline constexpr std::size_t kConventions = 8;
const char* id_of(Convention convention);           // stable: "as-meant", "causal-bottom-right", ...
const char* description_of(Convention convention);  // one line; empty for AsMeant

// How coarsely numbers had to be compared before anything reproduced what was seen.
enum class HeldIn { AsGiven, Float32, Float16, BFloat16 };
const char* name_of(HeldIn precision);  // "as-given", "float32", ...

// One way to get what was seen.
struct Suspect {
  Convention convention = Convention::AsMeant;
  std::vector<Index> mistakes;  // indices of mistakes(): none, one or two
  bool reproduces = false;      // every cell
  double largest_difference = 0;
  Index matching = 0;  // cells reproduced

  Index changes() const { return static_cast<Index>(mistakes.size()) + (convention == Convention::AsMeant ? 0 : 1); }
};

struct Judgement {
  std::vector<Suspect> suspects;  // best first, at most kMostSuspects
  Index tied = 0;                 // so many of the first reproduce every cell with equally few changes: more than one
                                  // cannot be told apart by these numbers; 0: none fits
  std::vector<Index> silent;      // mistakes that would change nothing that was seen: they cannot be excluded
  Index cells = 0;                // compared
  bool pairs_searched = false;
  HeldIn precision = HeldIn::AsGiven;
  double tolerance = 0;  // of `precision`
};
inline constexpr std::size_t kMostSuspects = 12;

class Search {
 public:
  // Errors: those of take_in, and
  //   nothing-seen   neither scores nor weights nor output was given, or none has a number: there is nothing to explain
  static Outcome<Search> start(const Given& given, const Meant& meant);

  const Case& meant() const { return meant_; }
  const Judgement& judgement() const { return judgement_; }
  bool done() const { return stages_.empty(); }
  double progress() const;  // 0 to 1; it may jump to 1

  // The next of some tens of steps; not after done(). Errors: those of diagnose.
  std::optional<Error> step();

  // The case as a suspect has it: with its convention.
  const Case& as_of(const Suspect& suspect) const;

 private:
  struct Stage {
    HeldIn precision;
    std::size_t variant;
    bool pairs;
  };

  void rank();

  Case meant_;
  std::vector<std::pair<Convention, Case>> variants_;
  std::vector<Stage> stages_;  // those to come, the next one last
  std::size_t all_stages_ = 0;
  Judgement judgement_;
};

// The recipe of a suspect's mistakes.
Recipe recipe_of(const Suspect& suspect);

}  // namespace lesson
