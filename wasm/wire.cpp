#include "wasm/wire.hpp"

namespace wire {

Reader::Shape Reader::shape() {
  if (!ok_ || left_ < 2) return fail(), Shape{};
  const double rows = next(), cols = next();
  const bool whole = is_whole(rows) && is_whole(cols) && rows >= 0 && cols >= 0;
  // A shape without numbers has no room to bound it; a side still has to be an Index.
  const double most = std::numeric_limits<std::int32_t>::max();
  if (!whole || rows > most || cols > most || rows * cols > static_cast<double>(left_)) return fail(), Shape{};
  return {static_cast<Index>(rows), static_cast<Index>(cols)};
}

Matrix Reader::matrix() {
  const Shape size = shape();
  Matrix result = Eigen::Map<const Matrix>(next_, size.rows, size.cols);
  next_ += result.size();
  left_ -= static_cast<std::size_t>(result.size());
  return result;
}

Flags Reader::flags() {
  const Shape size = shape();
  Flags result(size.rows, size.cols);
  std::uint8_t* const to = result.data();
  for (Index at = 0; at < result.size(); ++at) {
    const double flag = next();
    if (flag != 0 && flag != 1) return fail(), Flags{};
    to[at] = flag != 0;
  }
  return result;
}

std::vector<double> Reader::column() {
  const Matrix numbers = matrix();
  if (numbers.size() > 0 && numbers.cols() != 1) return fail(), std::vector<double>{};
  return {numbers.data(), numbers.data() + numbers.size()};
}

double Reader::number() {
  double found = 0;
  if (!number_or_none(found)) fail();
  return found;
}

bool Reader::number_or_none(double& found) {
  const Shape size = shape();
  if (!ok_ || (size.rows == 0 && size.cols == 0)) return false;
  if (size.rows != 1 || size.cols != 1) return fail(), false;
  found = next();
  return true;
}

int Reader::choice(int count) {
  const double index = number();
  if (!ok_ || !is_whole(index) || index < 0 || index >= count) return fail(), 0;
  return static_cast<int>(index);
}

}  // namespace wire
