// The nouns that every file of the core shares.
//
// Letters used everywhere: B batch, H heads, N queries, M keys, D model width, K head width (d_k), V value width (d_v).
// Matrices are row-major, one token a row, and hold IEEE 754 binary64; nothing here has a physical unit except where a
// name says so (bytes, bits).
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace lesson {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

// A table of yes and no, (N, M). In a mask, non-zero means "this query may NOT read this key".
using Flags = Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Row i as plain memory. Loops over (N, M) use it: compiled for size, an Eigen access is a call.
template <typename Scalar>
Scalar* row_of(Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>& matrix, Index i) {
  return matrix.data() + i * matrix.cols();
}
template <typename Scalar>
const Scalar* row_of(const Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>& matrix, Index i) {
  return matrix.data() + i * matrix.cols();
}

}  // namespace lesson
