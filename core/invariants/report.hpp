// What a check of the lesson finds.
#pragma once

#include <cmath>
#include <limits>

#include "core/types.hpp"

namespace lesson {

enum class Verdict { Pass, Fail, NotApplicable };

// A check compares numbers with what they must be; the finding keeps the pair that is furthest apart.
struct Finding {
  Verdict verdict = Verdict::NotApplicable;
  double largest = 0;    // largest difference found; infinite where one of the two is NaN and the other is not
  double tolerance = 0;  // at most this passes
  double expected = 0;   // the pair that is furthest apart: what the rule asks for,
  double got = 0;        // and what there is
  Index head = -1;       // where: -1 where there is no such thing
  Index row = -1;
  Index col = -1;
};

// Collects comparisons into a finding. Without a single comparison it is not applicable.
class Comparison {
 public:
  explicit Comparison(double tolerance) { finding_.tolerance = tolerance; }

  void add(double expected, double got, Index head, Index row, Index col) {
    const double distance = apart(expected, got);
    if (finding_.verdict != Verdict::NotApplicable && distance <= finding_.largest) return;
    finding_ = {Verdict::Pass, distance, finding_.tolerance, expected, got, head, row, col};
    if (!(distance <= finding_.tolerance)) finding_.verdict = Verdict::Fail;
  }

  void add_row(const Matrix& expected, Index expected_row, const Matrix& got, Index got_row, Index head) {
    for (Index c = 0; c < got.cols(); ++c) add(expected(expected_row, c), got(got_row, c), head, got_row, c);
  }

  const Finding& finding() const { return finding_; }

 private:
  static double apart(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double distance = std::abs(a - b);
    return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
  }

  Finding finding_;
};

}  // namespace lesson
