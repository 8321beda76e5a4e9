#include "wasm/wire.hpp"

#include "core/check.hpp"

namespace wire {

Error not_of_the_wire() {
  return {"wire",
          "The engine sent numbers in an order that the core does not know: the two are of different versions.",
          {"inbox"}};
}

std::optional<Error> Reader::refusal() const {
  if (!finished()) return not_of_the_wire();
  return refused_;
}

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

Vector Reader::vector() {
  const Shape size = shape();
  if (size.rows > 0 && size.cols > 1) return fail(), Vector{};
  Vector result = Eigen::Map<const Vector>(next_, size.cols == 0 ? 0 : size.rows);
  next_ += result.size();
  left_ -= static_cast<std::size_t>(result.size());
  return result;
}

std::vector<double> Reader::column() {
  const Vector numbers = vector();
  return {numbers.data(), numbers.data() + numbers.size()};
}

std::optional<Vector> Reader::vector_or_none() {
  if (!ok_ || left_ < 2 || next_[0] != 0 || next_[1] != 0) return vector();
  (void)shape();
  return std::nullopt;
}

double Reader::number() {
  const auto found = number_or_none();
  if (!found) fail();
  return found.value_or(0);
}

std::optional<double> Reader::number_or_none() {
  const Shape size = shape();
  if (!ok_ || (size.rows == 0 && size.cols == 0)) return std::nullopt;
  if (size.rows != 1 || size.cols != 1) return fail(), std::nullopt;
  return next();
}

int Reader::choice(int count) {
  const auto found = choice_or_none(count);
  if (!found) fail();
  return found.value_or(0);
}

std::optional<int> Reader::choice_or_none(int count) {
  const auto index = number_or_none();
  if (!index) return std::nullopt;
  if (!is_whole(*index) || *index < 0 || *index >= count) return fail(), std::nullopt;
  return static_cast<int>(*index);
}

std::size_t Reader::length() {
  const double count = number();
  if (!ok_ || !is_whole(count) || count < 0 || count > static_cast<double>(left_)) return fail(), 0;
  return static_cast<std::size_t>(count);
}

std::string Reader::text() {
  std::string result;
  for (const double byte : column()) {
    if (!is_whole(byte) || byte < 0 || byte > 255) return fail(), std::string{};
    result += static_cast<char>(static_cast<unsigned char>(byte));
  }
  return result;
}

Index Reader::checked(std::string_view name, double number) {
  auto refused = lesson::check_index(name, number);
  if (!refused) return static_cast<Index>(number);
  if (!refused_) refused_ = std::move(refused);
  return 0;
}

Index Reader::size(std::string_view name) { return checked(name, number()); }

std::optional<Index> Reader::size_or_none(std::string_view name) {
  const auto found = number_or_none();
  if (!found) return std::nullopt;
  return checked(name, *found);
}

std::vector<Index> Reader::sizes(std::string_view name) {
  std::vector<Index> result;
  for (const double number : column()) result.push_back(checked(name, number));
  return result;
}

}  // namespace wire
