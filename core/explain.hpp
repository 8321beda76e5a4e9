// The arithmetic of one number of the trace, term by term, and the cells that it was made from.
#pragma once

#include <string>
#include <vector>

#include "core/attention.hpp"

namespace lesson {

// Which matrix of the computation a cell belongs to.
enum class Stage { Query, Key, Value, Raw, Scaled, Masked, Weight, Output, RowSum, Spread };

// "q", "k", "v", "raw", "scaled", "masked", "weights", "output", "rowSums", "spread": the names of the engine's fields.
const char* name(Stage stage);

struct Cell {
  Stage stage;
  Index row;
  Index col;  // 0 for RowSum and Spread, which have one number a row
};

// One term. What a and b are, and how they give value, depends on the stage explained:
//   Raw     a = q_ic, b = k_jc               value = a * b            one term for each c < K; result = sum
//   Scaled  a = raw_ij, b = scale            value = a * b = result   one term
//   Masked  a = scaled_ij, b = 1 if blocked  value = result           one term
//   Weight  a = masked_ij', b = exp(a - max) value = b / sum          one term for each key j' < M; result: that of j
//   Output  a = weight_ij, b = v_jc          value = a * b            one term for each key j < M; result = sum
//   RowSum  a = weight_ij, b = 1             value = a                one term for each key; result = sum
//   Spread  a = weight_ij, b = log2 a        value = -a * b, in bits  one term for each key; result = 2^sum
// In Spread the value of a = 0 is 0. In a row that the zero policy has emptied, Weight has b = value = sum = 0 and
// Spread has result 0: policy, not arithmetic.
struct Term {
  double a;
  double b;
  double value;
  std::vector<Cell> sources;  // the cells that a and b were read from
};

struct Explanation {
  Cell cell;  // what was asked
  std::vector<Term> terms;
  // Weight: the row's largest masked score; else 0.
  double max = 0;
  // Raw, Output, RowSum: of the terms. Weight: of the exponentials. Spread: the entropy in bits. Else the result.
  double sum = 0;
  double result = 0;          // the number in the trace, equal to the last bit
  std::vector<Cell> sources;  // every cell that the number was made from: those of the terms in order, each once
};

// The most terms that one number is opened into: 65,536. Nobody reads more, and each holds its sources.
inline constexpr Index kMostTerms = Index{1} << 16;

// Errors: those of attention, and
//   cell-outside     no such row or column in that stage
//   too-large        more than kMostTerms terms
//   not-explained    Query, Key and Value are given, not computed
Outcome<Explanation> explain(const AttentionInputs& inputs, Stage stage, Index row, Index col);

}  // namespace lesson
