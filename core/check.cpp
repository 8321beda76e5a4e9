#include "core/check.hpp"

#include <cmath>
#include <cstddef>
#include <string>

#include "core/random/request.hpp"

namespace lesson {
namespace {

std::string count(Index number, const char* noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string shape(const std::vector<Index>& axes) {
  std::string text = "(";
  for (const Index size : axes) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + ")";
}

std::string shape(Index rows, Index cols) { return shape(std::vector<Index>{rows, cols}); }

// rows * cols > kMostNumbers, without the product, which could overflow.
bool beyond(Index rows, Index cols) { return cols > 0 && rows > kMostNumbers / cols; }

Error too_large(std::string_view name, const std::string& what) {
  return {"too-large",
          what + ", more than the " + std::to_string(kMostNumbers) + " numbers that one matrix may hold here.",
          {std::string(name)}};
}

// What check_attention and batch_shapes have in common: sizes alone. Negative sizes are refused before.
struct Head {
  Index queries, query_width, keys, key_width, values, value_width;
};

std::optional<Error> check_head(const Head& head) {
  // First, because a table without rows has no width that could be wrong.
  if (head.keys == 0)
    return Error{"no-keys", "k has 0 rows: softmax needs at least one key to share out its weight.", {"k"}};
  if (head.query_width == 0 || head.key_width == 0) {
    const char* name = head.query_width == 0 ? "q" : "k";
    return Error{"key-width-zero",
                 std::string(name) + " has width 0: queries and keys need at least one number to be compared.",
                 {name}};
  }
  if (head.query_width != head.key_width) {
    return Error{"query-key-width",
                 "q has width " + std::to_string(head.query_width) + " but k has width " +
                     std::to_string(head.key_width) +
                     ": a query is compared with each key by a dot product, so both need the same width.",
                 {"k"}};
  }
  if (head.values != head.keys) {
    return Error{"key-value-length",
                 "k has " + count(head.keys, "row") + " but v has " + count(head.values, "row") +
                     ": each key hands over one value, so both need the same number of rows.",
                 {"v"}};
  }
  if (beyond(head.queries, head.keys)) {
    return too_large("q", std::to_string(head.queries) + " queries and " + std::to_string(head.keys) +
                              " keys make a score matrix of shape " + shape(head.queries, head.keys));
  }
  if (beyond(head.queries, head.value_width)) {
    return too_large("v", std::to_string(head.queries) + " queries and values of width " +
                              std::to_string(head.value_width) + " make an output of shape " +
                              shape(head.queries, head.value_width));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> check_rows(std::string_view name, const std::vector<Index>& lengths) {
  if (lengths.empty()) return std::nullopt;
  const Index width = lengths.front();
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    if (lengths[i] == width) continue;
    return Error{"ragged-rows",
                 std::string(name) + " is ragged: row 0 has " + count(width, "number") + " but row " +
                     std::to_string(i) + " has " + std::to_string(lengths[i]) +
                     ". Every row of a matrix needs the same number (rows are counted from 0).",
                 {std::string(name), static_cast<Index>(i)}};
  }
  const auto rows = static_cast<Index>(lengths.size());
  if (beyond(rows, width)) return too_large(name, std::string(name) + " has shape " + shape(rows, width));
  return std::nullopt;
}

std::optional<Error> check_size(std::string_view name, double size) {
  if (std::isfinite(size) && size == std::trunc(size)) return std::nullopt;
  std::string given = std::isnan(size) ? "NaN" : size > 0 ? "infinity" : "-infinity";
  if (std::isfinite(size)) {
    // A fraction is this small, or it would be whole: no double beyond 2^53 has one.
    const auto below = static_cast<std::int64_t>(std::floor(size));
    given = "between " + std::to_string(below) + " and " + std::to_string(below + 1);
  }
  return Error{
      "size-not-whole",
      std::string(name) + " was given a size that is " + given + ": rows and columns are counted in whole numbers.",
      {std::string(name)}};
}

std::optional<Error> check_index(std::string_view name, double size) {
  const std::string given(name);
  if (!std::isfinite(size) || size != std::trunc(size)) {
    return Error{"size-not-whole", given + " is " + shown(size) + ": it must be a whole number.", {given}};
  }
  if (std::abs(size) <= 2147483647) return std::nullopt;
  return Error{"size-too-large",
               given + " is " + shown(size) + ": no size or position here is beyond 2147483647 (2^31 - 1).",
               {given}};
}

std::optional<Error> check_flat(std::string_view name, Index rows, Index cols, Index given) {
  if (rows < 0 || cols < 0) {
    return Error{"negative-size",
                 std::string(name) + " claims " + count(rows, "row") + " and " + count(cols, "column") +
                     ": neither can be below 0.",
                 {std::string(name)}};
  }
  if (beyond(rows, cols)) return too_large(name, std::string(name) + " has shape " + shape(rows, cols));
  if (rows * cols != given) {
    return Error{"data-length",
                 std::string(name) + " claims shape " + shape(rows, cols) + ", which takes " +
                     count(rows * cols, "number") + ", but " + std::to_string(given) +
                     (given == 1 ? " was given." : " were given."),
                 {std::string(name)}};
  }
  return std::nullopt;
}

std::optional<Error> check_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
  return check_head({q.rows(), q.cols(), k.rows(), k.cols(), v.rows(), v.cols()});
}

std::optional<Error> check_blocked(const Flags& blocked, Index queries, Index keys) {
  if (blocked.rows() == 0 && blocked.cols() == 0) return std::nullopt;
  if (blocked.rows() == queries && blocked.cols() == keys) return std::nullopt;
  return Error{"blocked-shape",
               "blocked has shape " + shape(blocked.rows(), blocked.cols()) + " but the scores have shape " +
                   shape(queries, keys) + ": it needs one yes or no for each query (row) and key (column).",
               {"blocked"}};
}

std::optional<Error> check_scale(double scale) {
  if (std::isfinite(scale)) return std::nullopt;
  const char* given = std::isnan(scale) ? "NaN" : scale > 0 ? "infinity" : "-infinity";
  return Error{"scale-not-finite",
               std::string("scale is ") + given + ": every score is multiplied by it, so it must be finite.",
               {"scale"}};
}

std::optional<Error> check_product(std::string_view x_name, const Matrix& x, std::string_view w_name, const Matrix& w) {
  const std::string left(x_name), right(w_name);
  if (x.cols() == 0) {
    return Error{"width-zero", left + " has width 0: there is nothing to multiply with " + right + ".", {left}};
  }
  if (x.cols() != w.rows()) {
    return Error{"inner-width",
                 left + " has width " + std::to_string(x.cols()) + " but " + right + " has " + count(w.rows(), "row") +
                     ": in the product " + left + " " + right + " each row of " + left + " meets each column of " +
                     right + " number by number, so both must be the same.",
                 {right}};
  }
  if (beyond(x.rows(), w.cols())) {
    return too_large(w_name, "The product " + left + " " + right + " has shape " + shape(x.rows(), w.cols()));
  }
  return std::nullopt;
}

Outcome<BatchShapes> batch_shapes(const std::vector<Index>& q, const std::vector<Index>& k,
                                  const std::vector<Index>& v) {
  struct Named {
    const char* name;
    const std::vector<Index>& axes;
  };
  for (const auto& [name, axes] : {Named{"q", q}, Named{"k", k}, Named{"v", v}}) {
    if (axes.size() != 3) {
      return Error{"rank",
                   std::string(name) + " has " + std::to_string(axes.size()) + (axes.size() == 1 ? " axis" : " axes") +
                       " but a batch needs 3: (batch, tokens, width).",
                   {name}};
    }
    for (const Index size : axes) {
      if (size >= 0) continue;
      return Error{"negative-size",
                   std::string(name) + " has an axis of size " + std::to_string(size) + ": no size can be below 0.",
                   {name}};
    }
  }
  if (q[0] != k[0] || q[0] != v[0]) {
    return Error{"batch-size",
                 "q, k and v hold " + std::to_string(q[0]) + ", " + std::to_string(k[0]) + " and " +
                     std::to_string(v[0]) +
                     " examples: broadcasting would reuse one of them in silence, so the batch sizes must agree.",
                 {q[0] != k[0] ? "k" : "v"}};
  }
  if (auto refused = check_head({q[1], q[2], k[1], k[2], v[1], v[2]})) return *refused;
  if (beyond(q[0], q[1] * k[1])) {
    return too_large("q", "The scores have shape " + shape({q[0], q[1], k[1]}));
  }
  if (beyond(q[0], q[1] * v[2])) {
    return too_large("v", "The output has shape " + shape({q[0], q[1], v[2]}));
  }
  return BatchShapes{{q[0], q[1], k[1]}, {q[0], q[1], k[1]}, {q[0], q[1], v[2]}};
}

Error not_a_matrix(std::string_view name, std::string_view given) {
  return {"not-a-matrix",
          std::string(name) + " is " + std::string(given) +
              ", not a matrix: give rows of numbers, such as [[1, 0], [0, 1]].",
          {std::string(name)}};
}

Error not_a_vector(std::string_view name, std::string_view given) {
  return {"not-a-vector",
          std::string(name) + " is " + std::string(given) + ", where a list of numbers belongs, such as [1, 0].",
          {std::string(name)}};
}

Error not_a_list(std::string_view name, std::string_view given) {
  return {
      "not-a-list", std::string(name) + " is " + std::string(given) + ", where a list belongs.", {std::string(name)}};
}

Error not_an_object(std::string_view name, std::string_view given) {
  return {"not-an-object",
          std::string(name) + " is " + std::string(given) + ", where an object with named values belongs.",
          {std::string(name)}};
}

namespace {

// "q is X, where a number belongs." and the like, with the cell where there is one.
Error not_what_belongs(const char* code, const Place& where, std::string_view given, const std::string& what) {
  std::string message = where.name;
  if (where.row < 0 && where.col < 0) {
    message += " is " + std::string(given);
  } else if (where.row < 0) {
    message += " holds " + std::string(given) + " at position " + std::to_string(where.col) + " (counted from 0)";
  } else {
    message += " holds " + std::string(given) + " at row " + std::to_string(where.row) + ", column " +
               std::to_string(where.col) + " (counted from 0)";
  }
  return {code, message + ", where " + what + " belongs.", where};
}

}  // namespace

Error not_a_number(const Place& where, std::string_view given) {
  return not_what_belongs("not-a-number", where, given, "a number");
}

Error not_a_text(const Place& where, std::string_view given) {
  return not_what_belongs("not-a-text", where, given, "text");
}

Error unknown_choice(std::string_view name, std::string_view given, std::string_view allowed) {
  return {"unknown-choice",
          std::string(name) + " is " + std::string(given) + "; it can be " + std::string(allowed) + ".",
          {std::string(name)}};
}

}  // namespace lesson
