#include "core/multihead.hpp"

#include <string>
#include <utility>

#include "core/check.hpp"
#include "core/kept.hpp"

namespace lesson {
namespace {

Index kv_heads_of(const MultiheadWeights& weights) { return weights.kv_heads.value_or(weights.heads); }

std::string number(Index value) { return std::to_string(value); }

std::optional<Error> check_heads(Index width, const MultiheadWeights& weights) {
  if (width == 0) return Error{"width-zero", "x has width 0: there is nothing to share out among heads.", {"x"}};
  if (weights.heads < 1) {
    return Error{"heads-below-one", "heads is " + number(weights.heads) + ": there must be at least 1.", {"heads"}};
  }
  if (kv_heads_of(weights) < 1) {
    return Error{
        "heads-below-one", "kvHeads is " + number(kv_heads_of(weights)) + ": there must be at least 1.", {"kvHeads"}};
  }
  if (width % weights.heads != 0) {
    return Error{"heads-divide",
                 "x has width " + number(width) + ", which does not divide by " + number(weights.heads) +
                     " heads: every head takes the same share of the width.",
                 {"heads"}};
  }
  if (weights.heads % kv_heads_of(weights) != 0) {
    return Error{"kv-heads-divide",
                 number(weights.heads) + " heads do not divide by " + number(kv_heads_of(weights)) +
                     " key-value heads: each key-value head serves the same number of heads.",
                 {"kvHeads"}};
  }
  return std::nullopt;
}

std::optional<Error> check_columns(const char* name, const Matrix& w, Index heads, Index head_width) {
  if (w.cols() == heads * head_width) return std::nullopt;
  return Error{"weight-width",
               std::string(name) + " has " + number(w.cols()) + (w.cols() == 1 ? " column" : " columns") +
                   " but needs " + number(heads * head_width) + ": " + number(heads) +
                   (heads == 1 ? " head" : " heads") + " of width " + number(head_width) + ".",
               {name}};
}

// Before anything is projected: the projections of the largest x alone take seconds.
std::optional<Error> check_room(Index heads, Index queries, Index keys, Index width) {
  if (keys > 0 && queries > kMostNumbers / keys / heads) {
    return Error{"too-large",
                 number(heads) + " heads, " + number(queries) + " queries and " + number(keys) +
                     " keys make scores of shape (" + number(heads) + ", " + number(queries) + ", " + number(keys) +
                     "), more than the " + number(kMostNumbers) + " numbers that are kept here.",
                 {"x"}};
  }
  return check_kept("x", kept_by_multihead(heads, queries, keys, width));
}

std::optional<Error> check(const Matrix& x, const Matrix& memory, const char* memory_name,
                           const MultiheadWeights& weights) {
  if (auto refused = check_heads(x.cols(), weights)) return refused;
  if (memory.cols() != x.cols()) {
    return Error{"memory-width",
                 "memory has width " + number(memory.cols()) + " but x has width " + number(x.cols()) +
                     ": both pass through projections of the model's width.",
                 {"memory"}};
  }
  const Index heads = weights.heads, width = x.cols() / heads, kv_heads = kv_heads_of(weights);
  if (auto refused = check_affine("x", x, "wq", weights.wq, "bq", weights.bq)) return refused;
  if (auto refused = check_columns("wq", weights.wq, heads, width)) return refused;
  if (auto refused = check_affine(memory_name, memory, "wk", weights.wk, "bk", weights.bk)) return refused;
  if (auto refused = check_columns("wk", weights.wk, kv_heads, width)) return refused;
  if (auto refused = check_affine(memory_name, memory, "wv", weights.wv, "bv", weights.bv)) return refused;
  if (auto refused = check_columns("wv", weights.wv, kv_heads, width)) return refused;
  // The concatenated heads have the shape of x, which stands in for them.
  if (auto refused = check_affine("concatenated", x, "wo", weights.wo, "bo", weights.bo)) return refused;
  if (auto refused = check_columns("wo", weights.wo, heads, width)) return refused;
  return check_room(heads, x.rows(), memory.rows(), heads * width);
}

Matrix columns_of(const Matrix& m, Index head, Index width) { return m.middleCols(head * width, width); }

// Each head turned for itself: the pairs lie inside it.
std::optional<Error> turn(Matrix& m, Index width, const PositionOptions& options) {
  for (Index head = 0; head * width < m.cols(); ++head) {
    auto turned = rope(columns_of(m, head, width), options);
    if (!turned.ok()) return within("rotary", turned.error());
    m.middleCols(head * width, width) = turned->output;
  }
  return std::nullopt;
}

HeadRows project(const Matrix& x, const Matrix& source, const MultiheadWeights& weights) {
  return {affine(x, weights.wq, weights.bq), affine(source, weights.wk, weights.bk),
          affine(source, weights.wv, weights.bv)};
}

}  // namespace

Outcome<HeadRows> project_heads(const Matrix& x, const MultiheadWeights& weights,
                                const std::optional<PositionOptions>& rotary) {
  if (auto refused = check(x, x, "x", weights)) return *refused;
  HeadRows rows = project(x, x, weights);
  if (!rotary) return rows;
  const Index width = x.cols() / weights.heads;
  if (auto refused = turn(rows.q, width, *rotary)) return *refused;
  if (auto refused = turn(rows.k, width, *rotary)) return *refused;
  return rows;
}

Outcome<MultiheadTrace> join_heads(HeadRows rows, const MultiheadWeights& weights, const MultiheadOptions& options) {
  const Index queries = rows.q.rows(), keys = rows.k.rows(), heads = weights.heads, width = rows.q.cols() / heads;
  if (auto refused = check_room(heads, queries, keys, heads * width)) return *refused;
  MultiheadTrace trace{std::move(rows.q), std::move(rows.k), std::move(rows.v), {}, {}, {}, {}};
  trace.concatenated = Matrix(queries, heads * width);
  trace.lossy_mean_weights = Matrix::Zero(queries, keys);
  for (Index h = 0; h < heads; ++h) {
    const Index kv_head = h / (heads / kv_heads_of(weights));
    AttentionInputs in{.q = columns_of(trace.q, h, width),
                       .k = columns_of(trace.k, kv_head, width),
                       .v = columns_of(trace.v, kv_head, width),
                       .scale = {},
                       .causal = options.causal,
                       .blocked = options.blocked,
                       .empty_row = options.empty_row};
    auto made = attention(in);
    if (!made.ok()) return made.error();
    trace.concatenated.middleCols(h * width, width) = made->output;
    trace.lossy_mean_weights += made->weights;
    trace.heads.push_back({kv_head, std::move(in.q), std::move(in.k), std::move(in.v), std::move(made.value())});
  }
  trace.lossy_mean_weights /= static_cast<double>(heads);
  trace.output = affine(trace.concatenated, weights.wo, weights.bo);
  return trace;
}

Outcome<MultiheadTrace> multihead(const Matrix& x, const MultiheadWeights& weights, const MultiheadOptions& options) {
  auto rows = project_heads(x, weights, options.rotary);
  if (!rows.ok()) return rows.error();
  return join_heads(std::move(rows.value()), weights, options);
}

Outcome<MultiheadTrace> cross_attention(const Matrix& x, const Matrix& memory, const MultiheadWeights& weights,
                                        const MultiheadOptions& options) {
  if (options.rotary) {
    return Error{"rotary-cross",
                 "rotary positions are set for cross-attention: rows of two sequences have no distance between them.",
                 {"rotary"}};
  }
  if (auto refused = check(x, memory, "memory", weights)) return *refused;
  return join_heads(project(x, memory, weights), weights, options);
}

}  // namespace lesson
