#include "core/triage/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/triage/draw.hpp"

namespace lesson::triage {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kTie = 1e-12;

int order(double a, double b) { return a < b ? -1 : a > b ? 1 : 0; }

// p log(p / m), 0 for p = 0
double term(double p, double m) { return p == 0 ? 0 : p * std::log(p / m); }

}  // namespace

double kendall_tau_b(const Vector& x, const Vector& y) {
  if (x.hasNaN() || y.hasNaN()) return kNaN;
  double same = 0, pairs = 0, tied_x = 0, tied_y = 0;
  for (Index i = 0; i < x.size(); ++i) {
    for (Index j = 0; j < i; ++j) {
      const int by_x = order(x(i), x(j)), by_y = order(y(i), y(j));
      same += by_x * by_y;
      ++pairs;
      tied_x += by_x == 0;
      tied_y += by_y == 0;
    }
  }
  // 0 / 0 where no order is left
  return same / std::sqrt((pairs - tied_x) * (pairs - tied_y));
}

std::vector<Index> largest_places(const Vector& numbers) {
  double largest = -std::numeric_limits<double>::infinity();
  for (Index i = 0; i < numbers.size(); ++i) largest = numbers(i) > largest ? numbers(i) : largest;
  std::vector<Index> places;
  for (Index i = 0; i < numbers.size(); ++i) {
    if (numbers(i) >= largest - kTie) places.push_back(i);
  }
  return places;
}

double top_agreement(const Vector& map, const Vector& scores) {
  if (map.size() == 0 || map.hasNaN() || scores.hasNaN()) return kNaN;
  Index top = 0;
  for (Index i = 1; i < scores.size(); ++i) top = scores(i) > scores(top) ? i : top;
  const std::vector<Index> tops = largest_places(map);
  const bool among = std::find(tops.begin(), tops.end(), top) != tops.end();
  return among ? 1 / static_cast<double>(tops.size()) : 0;
}

double total_variation(const Vector& p, const Vector& q) {
  double sum = 0;
  for (Index c = 0; c < p.size(); ++c) sum += std::abs(p(c) - q(c));
  return sum / 2;
}

double jensen_shannon(const Vector& p, const Vector& q) {
  double sum = 0;
  for (Index i = 0; i < p.size(); ++i) {
    const double m = (p(i) + q(i)) / 2;
    sum += term(p(i), m) + term(q(i), m);
  }
  return sum / 2;
}

Estimate bootstrap_mean(const std::vector<double>& values, std::uint64_t seed, Index resamples) {
  std::vector<double> left;
  for (const double value : values) {
    if (!std::isnan(value)) left.push_back(value);
  }
  Estimate made;
  made.count = static_cast<Index>(left.size());
  made.undefined = static_cast<Index>(values.size() - left.size());
  const auto mean_of = [&](auto next) {
    double sum = 0;
    for (Index i = 0; i < made.count; ++i) sum += next(i);
    return sum / static_cast<double>(made.count);
  };
  made.mean = mean_of([&](Index i) { return left[static_cast<std::size_t>(i)]; });
  if (left.empty() || resamples < 1) {
    made.low = made.high = kNaN;
    return made;
  }
  numpy::Generator generator = numpy::default_rng(seed);
  std::vector<double> means;
  for (Index r = 0; r < resamples; ++r) means.push_back(mean_of([&](Index) { return draw_from(generator, left); }));
  std::sort(means.begin(), means.end());
  // Between the two neighbours, as np.percentile has it.
  const auto percentile = [&](double share) {
    const double at = share * static_cast<double>(means.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, means.size() - 1);
    return means[below] + (at - static_cast<double>(below)) * (means[above] - means[below]);
  };
  made.low = percentile(0.025);
  made.high = percentile(0.975);
  return made;
}

}  // namespace lesson::triage
