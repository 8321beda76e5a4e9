// The checks at the door. Each input is looked at once, before any arithmetic; what passes is never checked again.
//
// NaN and infinities are not refused in queries, keys and values: the lesson shows how they spread. They are refused
// where they make no sense (a scale).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// The most numbers in one matrix that the reference path takes: 2^22 = 4,194,304 (32 MiB). It keeps five (N, M)
// matrices, so a larger one belongs to the kernels that keep none.
inline constexpr Index kMostNumbers = Index{1} << 22;

// Rows of a table as they were given, before they become a matrix.
//   ragged-rows   a row is longer or shorter than the first
//   too-large     more than kMostNumbers
std::optional<Error> check_rows(std::string_view name, const std::vector<Index>& lengths);

// One size from a dynamic language, before it becomes an Index.
//   size-not-whole  NaN, an infinity or a fraction
std::optional<Error> check_size(std::string_view name, double size);

// The same for a size, position or index that is not bounded by the numbers that it describes.
//   size-not-whole   NaN, an infinity or a fraction
//   size-too-large   above 2^31 - 1, or below -(2^31 - 1): an Index of 32 bits (WebAssembly) does not hold it
std::optional<Error> check_index(std::string_view name, double size);

// A flat array that claims a shape.
//   negative-size  rows or cols < 0
//   too-large      rows * cols > kMostNumbers (computed without overflow)
//   data-length    rows * cols is not the number of values given
std::optional<Error> check_flat(std::string_view name, Index rows, Index cols, Index given);

// One head: q (N, K), k (M, K), v (M, V).
//   key-width-zero         K is 0: there is nothing to compare
//   query-key-width        q and k differ in width: q k^T does not exist
//   no-keys                M is 0: softmax over nothing
//   key-value-length       k and v differ in rows: each key hands over one value
//   too-large              N * M or N * V > kMostNumbers
// A table without rows has no width: no-keys is looked for first, then in the order above.
std::optional<Error> check_attention(const Matrix& q, const Matrix& k, const Matrix& v);

//   blocked-shape          the table is not (N, M)
std::optional<Error> check_blocked(const Flags& blocked, Index queries, Index keys);

//   scale-not-finite       NaN or an infinity
std::optional<Error> check_scale(double scale);

// A product x w, x (N, D), w (D, K).
//   inner-width            x has another width than w has rows
//   width-zero             D is 0
//   too-large              N * K > kMostNumbers
std::optional<Error> check_product(std::string_view x_name, const Matrix& x, std::string_view w_name, const Matrix& w);

// The shapes of a batch, without its numbers: q (B, N, K), k (B, M, K), v (B, M, V).
//   rank                   a tensor has not three axes
//   batch-size             the batches differ: broadcasting would reuse one example in silence
//   negative-size          an axis is below 0
//   too-large              B * N * M or B * N * V > kMostNumbers
//   and the codes of check_attention
struct BatchShapes {
  std::vector<Index> scores;   // (B, N, M)
  std::vector<Index> weights;  // (B, N, M)
  std::vector<Index> output;   // (B, N, V)
};
Outcome<BatchShapes> batch_shapes(const std::vector<Index>& q, const std::vector<Index>& k,
                                  const std::vector<Index>& v);

// What a caller in a dynamic language can pass and a C++ caller cannot. These only word the refusal.
//   not-a-matrix     `name` is no table of numbers; `given` says what it is ("a string", "null", "a table of rank 3")
//   not-a-number     the cell `where` holds `given`
//   not-a-vector     `name` is no list of numbers
//   not-a-list       `name` is no list of things with fields
//   not-an-object    `name` is no thing with fields
//   not-a-text       the cell `where` holds `given`, and text was expected
//   unknown-choice   `name` is `given`, not one of `allowed`
Error not_a_matrix(std::string_view name, std::string_view given);
Error not_a_vector(std::string_view name, std::string_view given);
Error not_a_list(std::string_view name, std::string_view given);
Error not_an_object(std::string_view name, std::string_view given);
Error not_a_number(const Place& where, std::string_view given);
Error not_a_text(const Place& where, std::string_view given);
Error unknown_choice(std::string_view name, std::string_view given, std::string_view allowed);

}  // namespace lesson
