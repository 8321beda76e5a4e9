#include "core/triage/agreement.hpp"
#include "core/triage/attribution.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

namespace {

const Attribution& of(const Explanation& made, Method method) { return made.methods[static_cast<std::size_t>(method)]; }

Classifier any_model(Random& random) {
  return random_classifier(
      random,
      {.width = 8, .heads = 2, .blocks = random.integer(1, 2), .pooling = static_cast<Pooling>(random.integer(0, 2))});
}

Vector probabilities(const Classifier& model, const std::vector<Index>& words) {
  return forward(model, embed(model, {words})).probabilities.row(0).transpose();
}

}  // namespace

TEST_CASE("triage attribution: masking and leaving out are what they say") {
  Random random(81);
  for (int run = 0; run < 20; ++run) {
    const Classifier model = any_model(random);
    const std::vector<Index> words{3, 1, 4, 1, 5};
    const Explanation made = explain(model, words);
    REQUIRE(made.methods.size() == static_cast<std::size_t>(kMethods));
    REQUIRE(same(made.probabilities, probabilities(model, words)));
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto at = static_cast<Index>(i);
      std::vector<Index> masked = words, shorter = words;
      masked[i] = kMask;
      shorter.erase(shorter.begin() + at);
      const Vector without = probabilities(model, masked), left = probabilities(model, shorter);
      REQUIRE(same(of(made, Method::Mask).change(at), made.probabilities(made.queue) - without(made.queue)));
      REQUIRE(same(of(made, Method::Mask).importance(at), total_variation(made.probabilities, without)));
      REQUIRE(same(of(made, Method::LeaveOneOut).importance(at), total_variation(made.probabilities, left)));
    }
    // A model in which [mask] is a row of zeros, or the mean of all rows: the three choices are one.
    Classifier zero = model;
    zero.words.row(kMask).setZero();
    const Explanation zeroed = explain(zero, words);
    REQUIRE(same(of(zeroed, Method::Mask).change, of(zeroed, Method::Zero).change));
    REQUIRE(difference(of(zeroed, Method::Mask).change, of(zeroed, Method::MeanWord).change) > 1e-9);
  }
}

TEST_CASE("triage attribution: integrated gradients sum to what they explain") {
  Random random(82);
  for (int run = 0; run < 20; ++run) {
    // Numbers half as large: the midpoint rule over 32 steps sees bends of softmax and kinks of ReLU, and is within a
    // hundredth here.
    Classifier model = any_model(random);
    for (const Part& part : parts(model)) {
      for (double& number : part.numbers) number *= 0.5;
    }
    const Explanation made = explain(model, {3, 1, 4, 1, 5});
    const double whole = made.probabilities(made.queue) - made.integrated_from;
    REQUIRE(std::abs(of(made, Method::Integrated).change.sum() - whole) <= 0.01);
    REQUIRE(std::abs(whole) > 1e-6);
  }
}

TEST_CASE("triage attribution: gradient times input is a small step of the input") {
  Random random(83);
  Classifier model = any_model(random);
  const Explanation made = explain(model, {3, 1, 4});
  // d/dt of p with row i of words times (1 + t), by the difference over 2^-14 to each side: within its square
  for (Index i = 0; i < 3; ++i) {
    const auto moved = [&](double t) {
      Rows rows = embed(model, {{3, 1, 4}});
      rows.x.row(i) += t * model.words.row(made.words[static_cast<std::size_t>(i)]);
      return forward(model, rows).probabilities(0, made.queue);
    };
    const double slope = (moved(0x1p-14) - moved(-0x1p-14)) / 0x1p-13;
    REQUIRE(std::abs(of(made, Method::GradientInput).change(i) - slope) <= 1e-7);
    REQUIRE(of(made, Method::GradientInput).importance(i) == std::abs(of(made, Method::GradientInput).change(i)));
  }
}

TEST_CASE("triage attribution: rollout of one block, by hand, and of a row of words") {
  Random random(84);
  const Classifier model = random_classifier(random, {.width = 8, .heads = 2, .blocks = 1, .pooling = Pooling::First});
  const Explanation made = explain(model, {3, 1, 4});
  const Matrix mean = (made.heads[0][0] + made.heads[0][1]) / 2;
  const Vector expected = 0.5 * mean.row(0).transpose() + 0.5 * Vector::Unit(3, 0);
  REQUIRE(difference(of(made, Method::Rollout).importance, expected) <= 1e-16);
  for (int run = 0; run < 20; ++run) {
    const Explanation any = explain(any_model(random), {1, 2, 3, 4, 5, 6});
    REQUIRE(std::abs(of(any, Method::Rollout).importance.sum() - 1) <= 1e-14);
    REQUIRE(std::abs(any.map.sum() - 1) <= 1e-14);
  }
}

TEST_CASE("triage attribution: a ticket of one word") {
  Random random(85);
  const Explanation made = explain(any_model(random), {2});
  REQUIRE(made.map(0) == 1);
  REQUIRE(same(of(made, Method::LeaveOneOut).change, of(made, Method::Mask).change));
}

}  // namespace lesson::test
