// Matrix products in which every sum runs in index order from 0.
//
// Eigen's own product may split a sum into blocks; here each number can be written out as its terms and gives the same
// last bit (explain.hpp), natively and as WebAssembly.
#pragma once

#include "core/types.hpp"

namespace lesson {

// a (N, D), b (D, K) -> (N, K): c_ij = 0 + a_i0 b_0j + a_i1 b_1j + ...      Widths are the caller's to check.
Matrix product(const Matrix& a, const Matrix& b);

// a (N, D), b (M, D) -> a b^T (N, M).
Matrix product_transposed(const Matrix& a, const Matrix& b);

}  // namespace lesson
