// What the tests share: numbers that are the same on every machine, and comparisons that NaN cannot pass.
#pragma once

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>

#include "core/attention.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"
#include "tests/core/catch.hpp"

namespace lesson::test {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kLargest = std::numeric_limits<double>::max();

// std::mt19937_64 is fixed by the standard; its distributions are not, so the mapping is written here.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * uniform(); }
  Index integer(Index low, Index high) {
    return low + static_cast<Index>(bits_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(double probability) { return uniform() < probability; }

  Matrix matrix(Index rows, Index cols, double low = -3, double high = 3) {
    Matrix m(rows, cols);
    for (Index at = 0; at < m.size(); ++at) m.data()[at] = between(low, high);
    return m;
  }

  Flags flags(Index rows, Index cols, double probability) {
    Flags f(rows, cols);
    for (Index at = 0; at < f.size(); ++at) f.data()[at] = chance(probability);
    return f;
  }

  // The numbers 0 to count - 1 in some order.
  std::vector<Index> permutation(Index count) {
    std::vector<Index> order(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = i;
    for (Index i = count - 1; i > 0; --i)
      std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(integer(0, i))]);
    return order;
  }

 private:
  std::mt19937_64 bits_;
};

inline Matrix rows(std::initializer_list<std::initializer_list<double>> numbers) {
  const auto count = static_cast<Index>(numbers.size());
  Matrix m(count, count == 0 ? 0 : static_cast<Index>(numbers.begin()->size()));
  Index i = 0;
  for (const auto& row : numbers) {
    Index j = 0;
    for (const double number : row) m(i, j++) = number;
    ++i;
  }
  return m;
}

inline Flags flags(std::initializer_list<std::initializer_list<double>> numbers) {
  return rows(numbers).cast<std::uint8_t>();
}

// The same number to the last bit; all NaN are one number.
inline bool same(double a, double b) { return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0; }

inline bool same(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Index at = 0; at < a.size(); ++at) {
    if (!same(a.data()[at], b.data()[at])) return false;
  }
  return true;
}

// The largest |a - b|; NaN, which no REQUIRE(x <= tolerance) lets pass, for another shape or any NaN.
inline double difference(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return kNaN;
  double largest = 0;
  for (Index at = 0; at < a.size(); ++at) {
    const double d = std::abs(a.data()[at] - b.data()[at]);
    if (std::isnan(d)) return kNaN;
    largest = d > largest ? d : largest;
  }
  return largest;
}

// One head with random shapes and numbers; sometimes masked, but no row entirely.
inline AttentionInputs random_head(Random& random) {
  AttentionInputs in;
  const Index queries = random.integer(1, 6), keys = random.integer(1, 8), width = random.integer(1, 5);
  in.q = random.matrix(queries, width);
  in.k = random.matrix(keys, width);
  in.v = random.matrix(keys, random.integer(1, 4));
  if (random.chance(0.5)) {
    in.blocked = random.flags(queries, keys, 0.4);
    for (Index i = 0; i < queries; ++i) in.blocked(i, random.integer(0, keys - 1)) = 0;
  }
  if (random.chance(0.3)) in.scale = random.between(-2, 2);
  return in;
}

// The trace of inputs that must be accepted.
inline AttentionTrace traced(const AttentionInputs& in) {
  const auto trace = attention(in);
  REQUIRE(trace.ok());
  return *trace;
}

// The refusal must have this code and place, and name each of these numbers or words.
inline void require_refused(const Error& error, const std::string& code, const Place& where,
                            std::initializer_list<std::string> named) {
  INFO(error.message);
  REQUIRE(error.code == code);
  REQUIRE(error.where.name == where.name);
  REQUIRE(error.where.row == where.row);
  REQUIRE(error.where.col == where.col);
  for (const std::string& text : named) {
    INFO("should name " << text);
    REQUIRE(error.message.find(text) != std::string::npos);
  }
  REQUIRE(error.message.size() > 20);
  REQUIRE(error.message.back() == '.');
}

inline void require_refused(const std::optional<Error>& error, const std::string& code, const Place& where,
                            std::initializer_list<std::string> named) {
  REQUIRE(error.has_value());
  require_refused(*error, code, where, named);
}

template <typename T>
void require_refused(const Outcome<T>& outcome, const std::string& code, const Place& where,
                     std::initializer_list<std::string> named) {
  REQUIRE(!outcome.ok());
  require_refused(outcome.error(), code, where, named);
}

}  // namespace lesson::test
