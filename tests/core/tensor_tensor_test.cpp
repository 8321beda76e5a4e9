#include "core/tensor/tensor.hpp"

#include "tests/core/tensor_support.hpp"

namespace lesson::test {

TEST_CASE("tensor: sizes that overflow are refused before anything is made") {
  const std::uint64_t huge = std::uint64_t{1} << 32;
  require_refused(bytes_for("q", {huge, huge}, Element::Float64), "tensor-too-large", {"q"}, {"4294967296"});
  require_refused(bytes_for("q", {65536, 65536}, Element::UInt8), "tensor-too-large", {"q"}, {"65536", "64 MiB"});
  require_refused(bytes_for("q", {0, huge}, Element::UInt8), "tensor-too-large", {"q"}, {"2147483647"});
  require_refused(bytes_for("q", std::vector<std::uint64_t>(9, 1), Element::UInt8), "tensor-rank", {"q"}, {"9", "8"});
  REQUIRE(*bytes_for("q", {0, 2147483647, 2147483647}, Element::Float64) == 0);
  REQUIRE(*bytes_for("q", {8192, 1024}, Element::Float64) == kMostBytes);
  REQUIRE(*bytes_for("q", {}, Element::Float64) == 8);
}

TEST_CASE("tensor: the first axis fastest, the highest byte first") {
  // [[1, 2, 3], [4, 5, 6]] in int32, column by column.
  const std::uint8_t data[] = {0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 3, 0, 0, 0, 6};
  const auto tensor = make_tensor("q", {2, 3}, Element::Int32, data, true, true);
  REQUIRE(tensor.ok());
  for (Index at = 0; at < 6; ++at) REQUIRE(number_at(*tensor, at) == static_cast<double>(at + 1));
  REQUIRE(tensor->was_big_endian);
  REQUIRE(tensor->was_column_major);
}

TEST_CASE("tensor: each format, by hand") {
  const auto number = [](Element element, std::vector<std::uint8_t> data) {
    const auto tensor = make_tensor("q", {1}, element, data);
    REQUIRE(tensor.ok());
    return number_at(*tensor, 0);
  };
  REQUIRE(number(Element::Float16, {0x00, 0x3C}) == 1);
  REQUIRE(number(Element::BFloat16, {0xC0, 0xBF}) == -1.5);
  REQUIRE(number(Element::Float32, {0, 0, 0xC0, 0x7F}) != number(Element::Float32, {0, 0, 0, 0}));
  REQUIRE(number(Element::Int64, {0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}) == -2);
  REQUIRE(number(Element::UInt8, {255}) == 255);
  const std::uint8_t two[] = {2};
  require_refused(make_tensor("mask", {1}, Element::Bool, two), "tensor-bool", {"mask"}, {"2"});
}

TEST_CASE("tensor: shapes as Python shows them") {
  REQUIRE(shape_text(std::vector<Index>{}) == "()");
  REQUIRE(shape_text({5}) == "(5,)");
  REQUIRE(shape_text({2, 3}) == "(2, 3)");
}

}  // namespace lesson::test
