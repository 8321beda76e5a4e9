#include <numeric>

#include "core/softmax.hpp"
#include "core/triage/agreement.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

using namespace lesson::triage;

namespace {

Vector list(std::initializer_list<double> numbers) { return Vector(rows({numbers}).transpose()); }

}  // namespace

TEST_CASE("triage agreement: tau-b worked by hand") {
  REQUIRE(kendall_tau_b(list({1, 2, 3}), list({10, 20, 30})) == 1);
  REQUIRE(kendall_tau_b(list({1, 2, 3}), list({3, 2, 1})) == -1);
  // 2 pairs of 3 in the same order
  REQUIRE(std::abs(kendall_tau_b(list({1, 2, 3}), list({1, 3, 2})) - 1.0 / 3) <= 1e-16);
  // scipy.stats.kendalltau([1, 2, 2, 3], [1, 2, 3, 4]): P = 5, Q = 0, one pair tied in x
  REQUIRE(std::abs(kendall_tau_b(list({1, 2, 2, 3}), list({1, 2, 3, 4})) - 5 / std::sqrt(30.0)) <= 1e-16);
  // scipy.stats.kendalltau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]) = -0.47140452079103173
  REQUIRE(std::abs(kendall_tau_b(list({12, 2, 1, 12, 2}), list({1, 4, 7, 1, 0})) + 0.47140452079103173) <= 1e-15);
}

TEST_CASE("triage agreement: where there is no order, tau-b is NaN") {
  REQUIRE(std::isnan(kendall_tau_b(list({1, 1, 1}), list({1, 2, 3}))));
  REQUIRE(std::isnan(kendall_tau_b(list({1}), list({1}))));
  REQUIRE(std::isnan(kendall_tau_b(list({1, kNaN}), list({1, 2}))));
}

TEST_CASE("triage agreement: properties of tau-b") {
  Random random(71);
  for (int run = 0; run < 500; ++run) {
    const Index n = random.integer(2, 9);
    Vector x(n), y(n);
    for (Index i = 0; i < n; ++i) {
      x(i) = static_cast<double>(random.integer(0, 4));
      y(i) = static_cast<double>(random.integer(0, 4));
    }
    x(0) = -1;  // not all are tied
    y(1) = -1;
    const double tau = kendall_tau_b(x, y);
    REQUIRE(std::abs(tau) <= 1);
    REQUIRE(same(kendall_tau_b(y, x), tau));
    REQUIRE(kendall_tau_b(-x, y) == -tau);
    REQUIRE(same(kendall_tau_b(2 * x, y), tau));
  }
}

TEST_CASE("triage agreement: the first word") {
  REQUIRE(top_agreement(list({0.1, 0.7, 0.2}), list({0, 5, 1})) == 1);
  REQUIRE(top_agreement(list({0.1, 0.7, 0.2}), list({9, 5, 1})) == 0);
  REQUIRE(top_agreement(list({0.4, 0.4, 0.2}), list({9, 5, 1})) == 0.5);
  REQUIRE(top_agreement(list({0.25, 0.25, 0.25, 0.25}), list({0, 0, 3, 0})) == 0.25);
  REQUIRE(std::isnan(top_agreement(list({kNaN, 0}), list({0, 0}))));
  REQUIRE(std::isnan(top_agreement(Vector(0), Vector(0))));
  REQUIRE(largest_places(list({1, 3, 3})) == std::vector<Index>{1, 2});
}

TEST_CASE("triage agreement: distances of distributions") {
  REQUIRE(total_variation(list({1, 0}), list({0, 1})) == 1);
  REQUIRE(total_variation(list({0.5, 0.5}), list({0.75, 0.25})) == 0.25);
  REQUIRE(jensen_shannon(list({0.3, 0.7}), list({0.3, 0.7})) == 0);
  REQUIRE(std::abs(jensen_shannon(list({1, 0}), list({0, 1})) - std::log(2.0)) <= 1e-16);
  // 1/2 (log(1 / 0.75)) + 1/2 (0.5 log(0.5 / 0.75) + 0.5 log(0.5 / 0.25))
  const double expected = 0.5 * std::log(4.0 / 3) + 0.25 * std::log(2.0 / 3) + 0.25 * std::log(2.0);
  REQUIRE(std::abs(jensen_shannon(list({1, 0}), list({0.5, 0.5})) - expected) <= 1e-16);
  Random random(72);
  for (int run = 0; run < 500; ++run) {
    const Index n = random.integer(1, 9);
    const Vector p = softmax(random.matrix(1, n, -9, 9)).row(0).transpose();
    const Vector q = softmax(random.matrix(1, n, -9, 9)).row(0).transpose();
    // Rounding of some ten terms near 1.
    REQUIRE(jensen_shannon(p, q) >= -1e-15);
    REQUIRE(jensen_shannon(p, q) <= std::log(2.0) + 1e-15);
    REQUIRE(same(jensen_shannon(p, q), jensen_shannon(q, p)));
    REQUIRE(total_variation(p, q) <= 1 + 1e-15);
  }
}

TEST_CASE("triage agreement: the bootstrap's interval") {
  std::vector<double> numbers;
  Random random(73);
  for (int i = 0; i < 400; ++i) numbers.push_back(random.uniform());
  const Estimate made = bootstrap_mean(numbers, 5);
  REQUIRE(made.count == 400);
  REQUIRE(made.undefined == 0);
  REQUIRE(std::abs(made.mean - std::accumulate(numbers.begin(), numbers.end(), 0.0) / 400) <= 1e-15);
  // The normal interval of uniform numbers: 1.96 sqrt(1/12) / sqrt(400) = 0.0283 to each side; a thousand resamples
  // know their ends to about a tenth of it, and the sample's own spread is within 6 %.
  REQUIRE(std::abs(made.mean - made.low - 0.0283) <= 0.005);
  REQUIRE(std::abs(made.high - made.mean - 0.0283) <= 0.005);
  REQUIRE(same(bootstrap_mean(numbers, 5).low, made.low));
  REQUIRE(bootstrap_mean(numbers, 6).low != made.low);
}

TEST_CASE("triage agreement: an interval covers the mean as often as it says") {
  // 95 % of 200 samples are 190, with a standard deviation of 3.1; the percentile interval of 50 numbers is a little
  // short (Efron and Tibshirani, chapter 13). 178 are 4 below.
  int covered = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    std::vector<double> numbers;
    for (int i = 0; i < 50; ++i) numbers.push_back(random.between(-1, 1));
    const Estimate made = bootstrap_mean(numbers, seed, 200);
    covered += made.low <= 0 && made.high >= 0;
  }
  REQUIRE(covered >= 178);
}

TEST_CASE("triage agreement: NaN is counted and left out") {
  const Estimate made = bootstrap_mean({1, kNaN, 3}, 1);
  REQUIRE(made.count == 2);
  REQUIRE(made.undefined == 1);
  REQUIRE(made.mean == 2);
  const Estimate none = bootstrap_mean({kNaN}, 1);
  REQUIRE(none.count == 0);
  REQUIRE(std::isnan(none.mean));
  REQUIRE(std::isnan(none.low));
}

}  // namespace lesson::test
