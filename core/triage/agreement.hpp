// How alike two rankings, two distributions or two predictions are, and how sure a mean is.
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace lesson::triage {

// Kendall's tau-b, rank agreement with ties (Kendall 1945, "The treatment of ties in ranking problems"):
//
//   tau_b = (P - Q) / sqrt((n0 - n1) (n0 - n2))
//
// P pairs in the same order, Q in the other; n0 = n (n - 1) / 2 pairs, n1 tied in x, n2 tied in y. In [-1, 1]; NaN
// where one of both ties all pairs (a flat map has no order), for fewer than two numbers and for any NaN. x and y are
// equally long.
double kendall_tau_b(const Vector& x, const Vector& y);

// How far the largest of both agree: 1 if the largest of `scores` is the largest of `map`; where several share the
// largest of the map (within 1e-12), 1 over their number, as one of them drawn blindly would be right. Of several
// largest scores the first counts. In [0, 1]; NaN for no numbers.
double top_agreement(const Vector& map, const Vector& scores);

// The places of the largest number, within 1e-12.
std::vector<Index> largest_places(const Vector& numbers);

// Total variation distance, 1/2 sum_c |p_c - q_c|, in [0, 1] (Jain and Wallace 2019, section 4).
double total_variation(const Vector& p, const Vector& q);

// Jensen-Shannon divergence in nats, 1/2 KL(p | m) + 1/2 KL(q | m) with m = (p + q) / 2 and 0 log 0 = 0. In
// [0, ln 2 = 0.693] (Lin 1991; Jain and Wallace 2019, section 4).
double jensen_shannon(const Vector& p, const Vector& q);

struct Estimate {
  double mean = 0;
  double low = 0, high = 0;  // 95 % interval
  Index count = 0;           // numbers that were there
  Index undefined = 0;       // NaN among the given, left out
};

// The mean, and the percentile interval of the bootstrap: 2.5 % and 97.5 % of the means of `resamples` samples of the
// same size, drawn with replacement (Efron and Tibshirani 1993, chapter 13). NaN where nothing is left.
Estimate bootstrap_mean(const std::vector<double>& values, std::uint64_t seed, Index resamples = 1000);

}  // namespace lesson::triage
