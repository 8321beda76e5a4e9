#include "core/softmax.hpp"
#include "core/triage/exponential.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

using triage::exponential;
using triage::logarithm;

TEST_CASE("triage exponential: exact where it must be") {
  REQUIRE(exponential(0) == 1);
  REQUIRE(exponential(-kInfinity) == 0);
  REQUIRE(exponential(kInfinity) == kInfinity);
  REQUIRE(exponential(-746) == 0);
  REQUIRE(exponential(710) == kInfinity);
  REQUIRE(std::isnan(exponential(kNaN)));
  REQUIRE(exponential(-745) > 0);
}

TEST_CASE("triage exponential: within 2 units in the last place of the library's") {
  Random random(41);
  for (int run = 0; run < 20000; ++run) {
    const double x = random.between(-700, 700), exact = std::exp(x);
    // A unit is at most 2^-52 of the value; the library is within 1 itself.
    REQUIRE(std::abs(exponential(x) - exact) <= 3 * 0x1p-52 * exact);
  }
}

TEST_CASE("triage logarithm: within 4 units in the last place of the library's") {
  REQUIRE(logarithm(1) == 0);
  Random random(43);
  for (int run = 0; run < 20000; ++run) {
    const double x = std::exp(random.between(-600, 600)), near = random.between(0.5, 2);
    for (const double one : {x, near, 1 / near}) {
      const double exact = std::log(one);
      REQUIRE(std::abs(logarithm(one) - exact) <= 5 * 0x1p-52 * std::abs(exact));
    }
  }
}

TEST_CASE("triage exponential: the same digits on every machine") {
  // Computed once, with this code under GCC 12; every other build must give the same bits.
  REQUIRE(same(exponential(1), 0x1.5bf0a8b14576ap+1));
  REQUIRE(same(exponential(-1), 0x1.78b56362cef38p-2));
  double sum = 0;
  for (int i = 0; i < 1000; ++i) sum += exponential(-i / 64.0);
  REQUIRE(same(sum, 0x1.0201529038a1bp+6));
  sum = 0;
  for (int i = 1; i < 1000; ++i) sum += logarithm(i / 64.0);
  REQUIRE(same(sum, 0x1.b59fc21dd50c6p+10));
}

TEST_CASE("triage exponential: softmax with it is softmax") {
  Random random(42);
  for (int run = 0; run < 200; ++run) {
    const Matrix z = random.matrix(random.integer(1, 4), random.integer(1, 9), -30, 30);
    // Each exponential within 3 units, their sum and the division a few more, of numbers up to 1.
    REQUIRE(difference(softmax(z, exponential), softmax(z)) <= 1e-14);
  }
  REQUIRE(softmax(rows({{1, kNaN}}), exponential).array().isNaN().all());
  REQUIRE(softmax(rows({{-kInfinity, 3}}), exponential)(0, 0) == 0);
}

}  // namespace lesson::test
