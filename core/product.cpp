#include "core/product.hpp"

namespace lesson {

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c = Matrix::Zero(a.rows(), b.cols());
  // The middle loop over the sum lets the compiler do several columns at once without changing any one sum's order.
  for (Index i = 0; i < a.rows(); ++i) {
    double* const row = c.data() + i * c.cols();
    for (Index t = 0; t < a.cols(); ++t) {
      const double factor = a(i, t);
      const double* const from = b.data() + t * b.cols();
      for (Index j = 0; j < b.cols(); ++j) row[j] += factor * from[j];
    }
  }
  return c;
}

Matrix product_transposed(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows(), b.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.rows(); ++j) {
      double sum = 0;
      for (Index t = 0; t < a.cols(); ++t) sum += a(i, t) * b(j, t);
      c(i, j) = sum;
    }
  }
  return c;
}

}  // namespace lesson
