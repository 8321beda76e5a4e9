#include "core/check.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

constexpr Index kHuge = std::numeric_limits<Index>::max();

std::optional<Error> head(Index n, Index k_q, Index m, Index k_k, Index m_v, Index v) {
  return check_attention(Matrix::Zero(n, k_q), Matrix::Zero(m, k_k), Matrix::Zero(m_v, v));
}

}  // namespace

TEST_CASE("check: rows of one length pass") {
  REQUIRE(!check_rows("q", {}));
  REQUIRE(!check_rows("q", {0, 0}));
  REQUIRE(!check_rows("q", {2, 2, 2}));
  REQUIRE(!check_rows("q", {kMostNumbers}));
}

TEST_CASE("check: ragged rows name the first row that differs") {
  require_refused(check_rows("q", {3, 3, 2, 1}), "ragged-rows", {"q", 2}, {"q", "row 0 has 3 numbers", "row 2 has 2"});
  require_refused(check_rows("wv", {1, 2}), "ragged-rows", {"wv", 1}, {"row 0 has 1 number ", "row 1 has 2"});
}

TEST_CASE("check: rows too many or too long in sum") {
  require_refused(check_rows("k", {kMostNumbers + 1}), "too-large", {"k"}, {"(1, 4194305)", "4194304"});
  require_refused(check_rows("k", {kHuge, kHuge}), "too-large", {"k"}, {"4194304"});
}

TEST_CASE("check: a size must be whole") {
  REQUIRE(!check_size("q", 0));
  REQUIRE(!check_size("q", -3));
  REQUIRE(!check_size("q", 1e300));
  require_refused(check_size("q", kNaN), "size-not-whole", {"q"}, {"q", "NaN"});
  require_refused(check_size("q", kInfinity), "size-not-whole", {"q"}, {"infinity"});
  require_refused(check_size("q", -kInfinity), "size-not-whole", {"q"}, {"-infinity"});
  require_refused(check_size("q", 1.5), "size-not-whole", {"q"}, {"between 1 and 2"});
  require_refused(check_size("q", -0.25), "size-not-whole", {"q"}, {"between -1 and 0"});
}

TEST_CASE("check: an index must be whole and fit into 32 bits") {
  for (const double fine : {0.0, -0.0, -3.0, 2147483647.0, -2147483647.0}) REQUIRE(!check_index("heads", fine));
  require_refused(check_index("heads", 1.5), "size-not-whole", {"heads"}, {"heads is 1.5"});
  require_refused(check_index("heads", kNaN), "size-not-whole", {"heads"}, {"NaN"});
  require_refused(check_index("n", -kInfinity), "size-not-whole", {"n"}, {"-infinity"});
  require_refused(check_index("n", 2147483648.0), "size-too-large", {"n"}, {"n is 2147483648", "2147483647"});
  require_refused(check_index("n", -2147483648.0), "size-too-large", {"n"}, {"-2147483648"});
  require_refused(check_index("n", 1e300), "size-too-large", {"n"}, {"1e300"});
}

TEST_CASE("check: a flat array must hold its shape") {
  REQUIRE(!check_flat("q", 2, 3, 6));
  REQUIRE(!check_flat("q", 0, 3, 0));
  REQUIRE(!check_flat("q", kHuge, 0, 0));
  require_refused(check_flat("q", -1, 2, 0), "negative-size", {"q"}, {"-1 rows", "2 columns"});
  require_refused(check_flat("q", 2, -7, 0), "negative-size", {"q"}, {"2 rows", "-7 columns"});
  require_refused(check_flat("q", 2, 3, 5), "data-length", {"q"}, {"(2, 3)", "6 numbers", "5 were"});
  require_refused(check_flat("q", 1, 1, 0), "data-length", {"q"}, {"(1, 1)", "1 number,", "0 were"});
  require_refused(check_flat("q", 2048, 2049, 1), "too-large", {"q"}, {"(2048, 2049)", "4194304"});
}

TEST_CASE("check: a product of sizes that overflows is too large and not something else") {
  require_refused(check_flat("q", kHuge, kHuge, 1), "too-large", {"q"}, {"4194304"});
  require_refused(check_flat("q", kHuge / 2 + 1, 2, 0), "too-large", {"q"}, {"4194304"});
}

TEST_CASE("check: one head that fits passes") {
  REQUIRE(!head(2, 3, 5, 3, 5, 4));
  REQUIRE(!head(0, 3, 5, 3, 5, 4));
  REQUIRE(!head(2, 3, 5, 3, 5, 0));
  REQUIRE(!head(2048, 1, 2048, 1, 2048, 1));
}

TEST_CASE("check: one head that does not fit is refused by name and numbers") {
  require_refused(head(3, 3, 3, 2, 3, 2), "query-key-width", {"k"}, {"q has width 3", "k has width 2"});
  require_refused(head(3, 0, 3, 0, 3, 2), "key-width-zero", {"q"}, {"q has width 0"});
  require_refused(head(3, 2, 3, 0, 3, 2), "key-width-zero", {"k"}, {"k has width 0"});
  require_refused(head(3, 2, 0, 2, 0, 2), "no-keys", {"k"}, {"k has 0 rows"});
  require_refused(head(3, 2, 0, 0, 0, 0), "no-keys", {"k"}, {"k has 0 rows"});
  require_refused(head(3, 2, 4, 2, 5, 2), "key-value-length", {"v"}, {"k has 4 rows", "v has 5 rows"});
  require_refused(head(3, 2, 1, 2, 0, 2), "key-value-length", {"v"}, {"k has 1 row ", "v has 0 rows"});
}

TEST_CASE("check: a head whose scores or output would be too large is refused before they are made") {
  require_refused(head(2048, 1, 2049, 1, 2049, 1), "too-large", {"q"}, {"2048 queries", "2049 keys", "4194304"});
  require_refused(head(3000, 1, 1, 1, 1, 3000), "too-large", {"v"}, {"3000 queries", "width 3000", "4194304"});
}

TEST_CASE("check: the table of blocked keys has the shape of the scores or is not there") {
  REQUIRE(!check_blocked(Flags(), 2, 3));
  REQUIRE(!check_blocked(Flags::Zero(2, 3), 2, 3));
  REQUIRE(!check_blocked(Flags(0, 3), 0, 3));
  require_refused(check_blocked(Flags::Zero(3, 2), 2, 3), "blocked-shape", {"blocked"}, {"(3, 2)", "(2, 3)"});
  require_refused(check_blocked(Flags(0, 3), 2, 3), "blocked-shape", {"blocked"}, {"(0, 3)", "(2, 3)"});
}

TEST_CASE("check: a scale is any finite number") {
  REQUIRE(!check_scale(0));
  REQUIRE(!check_scale(-1e308));
  require_refused(check_scale(kNaN), "scale-not-finite", {"scale"}, {"NaN"});
  require_refused(check_scale(kInfinity), "scale-not-finite", {"scale"}, {"infinity"});
  require_refused(check_scale(-kInfinity), "scale-not-finite", {"scale"}, {"-infinity"});
}

TEST_CASE("check: the shapes of a batch") {
  const auto shapes = batch_shapes({2, 3, 4}, {2, 5, 4}, {2, 5, 7});
  REQUIRE(shapes.ok());
  REQUIRE(shapes->scores == std::vector<Index>{2, 3, 5});
  REQUIRE(shapes->weights == std::vector<Index>{2, 3, 5});
  REQUIRE(shapes->output == std::vector<Index>{2, 3, 7});
  REQUIRE(batch_shapes({1, 2, 2}, {1, 3, 2}, {1, 3, 1})->output == std::vector<Index>{1, 2, 1});
  REQUIRE(batch_shapes({0, 2, 2}, {0, 3, 2}, {0, 3, 1})->scores == std::vector<Index>{0, 2, 3});
}

TEST_CASE("check: a batch that does not fit is refused") {
  const std::vector<Index> q = {2, 3, 4}, k = {2, 5, 4}, v = {2, 5, 7};
  require_refused(batch_shapes({3, 4}, k, v), "rank", {"q"}, {"q has 2 axes", "3"});
  require_refused(batch_shapes(q, {5}, v), "rank", {"k"}, {"k has 1 axis ", "3"});
  require_refused(batch_shapes(q, k, {1, 2, 5, 7}), "rank", {"v"}, {"v has 4 axes"});
  require_refused(batch_shapes(q, k, {}), "rank", {"v"}, {"v has 0 axes"});
  require_refused(batch_shapes({2, -3, 4}, k, v), "negative-size", {"q"}, {"-3"});
  require_refused(batch_shapes(q, {1, 5, 4}, v), "batch-size", {"k"}, {"2, 1 and 2", "broadcasting"});
  require_refused(batch_shapes(q, k, {4, 5, 7}), "batch-size", {"v"}, {"2, 2 and 4"});
  require_refused(batch_shapes(q, {2, 5, 3}, v), "query-key-width", {"k"}, {"width 4", "width 3"});
  require_refused(batch_shapes({2, 3, 0}, {2, 5, 0}, v), "key-width-zero", {"q"}, {"width 0"});
  require_refused(batch_shapes(q, {2, 0, 4}, {2, 0, 7}), "no-keys", {"k"}, {"0 rows"});
  require_refused(batch_shapes(q, k, {2, 6, 7}), "key-value-length", {"v"}, {"5 rows", "6 rows"});
  require_refused(batch_shapes({1, 4096, 64}, {1, 4096, 64}, {1, 4096, 64}), "too-large", {"q"},
                  {"4096 queries", "(4096, 4096)"});
  require_refused(batch_shapes({5, 1024, 1}, {5, 1024, 1}, {5, 1024, 1}), "too-large", {"q"}, {"(5, 1024, 1024)"});
  require_refused(batch_shapes({5, 1024, 1}, {5, 1, 1}, {5, 1, 1024}), "too-large", {"v"}, {"(5, 1024, 1024)"});
  require_refused(batch_shapes({kHuge, kHuge, 1}, {kHuge, kHuge, 1}, {kHuge, kHuge, 1}), "too-large", {"q"}, {});
}

TEST_CASE("check: what a dynamic language can pass is refused in words") {
  require_refused(not_a_matrix("q", "a string"), "not-a-matrix", {"q"}, {"q is a string"});
  require_refused(not_a_vector("bq", "null"), "not-a-vector", {"bq"}, {"bq is null"});
  require_refused(not_a_list("layers", "the number 2"), "not-a-list", {"layers"}, {"layers is the number 2"});
  require_refused(not_an_object("attention", "missing"), "not-an-object", {"attention"}, {"attention is missing"});
  require_refused(not_a_number({"k", 1, 2}, "\"abc\""), "not-a-number", {"k", 1, 2},
                  {"k", "\"abc\"", "row 1", "column 2"});
  require_refused(not_a_number({"q", -1, 2}, "null"), "not-a-number", {"q", -1, 2}, {"q holds null at position 2"});
  require_refused(not_a_number({"scale"}, "null"), "not-a-number", {"scale"}, {"scale is null"});
  require_refused(not_a_text({"answers", 0, 2}, "null"), "not-a-text", {"answers", 0, 2},
                  {"answers holds null at row 0, column 2", "where text belongs"});
  require_refused(unknown_choice("causal", "\"up\"", "false, \"top-left\" or \"bottom-right\""), "unknown-choice",
                  {"causal"}, {"\"up\"", "\"bottom-right\""});
}

}  // namespace lesson::test
