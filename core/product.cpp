#include "core/product.hpp"

namespace lesson {

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c = Matrix::Zero(a.rows(), b.cols());
  // The middle loop over the sum lets the compiler do several columns at once without changing any one sum's order.
  for (Index i = 0; i < a.rows(); ++i) {
    double* const row = row_of(c, i);
    for (Index t = 0; t < a.cols(); ++t) {
      const double factor = row_of(a, i)[t];
      const double* const from = row_of(b, t);
      for (Index j = 0; j < b.cols(); ++j) row[j] += factor * from[j];
    }
  }
  return c;
}

// The copy costs M D, the product N M D; the same loop then serves both.
Matrix product_transposed(const Matrix& a, const Matrix& b) { return product(a, b.transpose()); }

}  // namespace lesson
