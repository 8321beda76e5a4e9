#include "core/mistakes/setup.hpp"

#include <string>
#include <utility>

#include "core/check.hpp"
#include "core/kept.hpp"
#include "core/norm.hpp"

namespace lesson {
namespace {

std::string number(Index value) { return std::to_string(value); }

std::optional<Error> check_heads(const Setup& setup) {
  for (const auto& [name, heads] : {std::pair("heads", setup.heads), std::pair("kvHeads", setup.kv_heads)}) {
    if (heads >= 1) continue;
    return Error{"heads-below-one", std::string(name) + " is " + number(heads) + ": there must be at least 1.", {name}};
  }
  if (setup.heads % setup.kv_heads != 0) {
    return Error{"kv-heads-divide",
                 number(setup.heads) + " heads do not divide by " + number(setup.kv_heads) +
                     " key-value heads: each key-value head serves the same number of heads.",
                 {"kvHeads"}};
  }
  const struct {
    const char* name;
    const Matrix& matrix;
    Index heads;
  } shared[] = {{"q", setup.q, setup.heads}, {"k", setup.k, setup.kv_heads}, {"v", setup.v, setup.kv_heads}};
  for (const auto& [name, matrix, heads] : shared) {
    if (matrix.cols() % heads == 0) continue;
    return Error{"heads-divide",
                 std::string(name) + " has width " + number(matrix.cols()) + ", which does not divide by " +
                     number(heads) + " heads: every head takes the same share of the width.",
                 {name}};
  }
  return std::nullopt;
}

// All that LayerTrace keeps, and what is made on the way.
double kept_by(const Setup& setup) {
  const auto number_of = [](Index count) { return static_cast<double>(count); };
  const double heads = number_of(setup.heads), queries = number_of(setup.q.rows()), keys = number_of(setup.k.rows());
  const double width = number_of(setup.q.cols()) / heads,
               value_width = number_of(setup.v.cols()) / number_of(setup.kv_heads);
  const double of_head = 6 * queries * keys + queries * (width + value_width) + keys * (width + value_width);
  const double output = number_of(setup.wo.size() > 0 ? setup.wo.cols() : 0) + heads * value_width;
  // A head without rows has a trace all the same.
  return heads * (of_head + 64) + 3 * queries * output;
}

std::optional<Error> check_sizes(const Setup& setup) {
  const Index keys = setup.k.rows();
  if (auto refused = check_kept("q", kept_by(setup))) return refused;
  if (setup.padding.rows() > 0 && (setup.padding.rows() != 1 || setup.padding.cols() != keys)) {
    return Error{"padding-length",
                 "padding has shape " + shape_text(setup.padding.rows(), setup.padding.cols()) + " but there are " +
                     number(keys) + " keys: it needs shape " + shape_text(1, keys) + ".",
                 {"padding"}};
  }
  return std::nullopt;
}

// The last position of each kind stands for all: the others are between it and 0.
std::optional<Error> check_positions(const Setup& setup, Index width) {
  for (const auto& [name, offset] :
       {std::pair("queryOffset", setup.query_offset), std::pair("keyOffset", setup.key_offset)}) {
    if (offset >= 0) continue;
    return Error{"negative-offset", std::string(name) + " is " + number(offset) + ": positions count from 0.", {name}};
  }
  if (setup.positions == Positions::None) return std::nullopt;
  for (const auto& [rows, offset] :
       {std::pair(setup.q.rows(), setup.query_offset), std::pair(setup.k.rows(), setup.key_offset)}) {
    const auto codes = sinusoid(rows, width, {setup.pairing, setup.base, offset});
    if (!codes.ok()) return within("positions", codes.error());
  }
  return std::nullopt;
}

}  // namespace

Flags blocked_by(const Setup& setup) {
  Flags blocked = either(causal_mask(setup.q.rows(), setup.k.rows(), setup.causal), setup.blocked);
  return setup.padding.size() > 0 ? either(blocked, setup.padding.replicate(blocked.rows(), 1)) : blocked;
}

std::optional<Error> check_setup(const Setup& setup) {
  if (auto refused = check_heads(setup)) return refused;
  const Index width = setup.q.cols() / setup.heads, key_width = setup.k.cols() / setup.kv_heads,
              value_width = setup.v.cols() / setup.kv_heads;
  if (auto refused = check_attention(head_of(setup.q, 0, width), head_of(setup.k, 0, key_width),
                                     head_of(setup.v, 0, value_width))) {
    return refused;
  }
  if (auto refused = check_sizes(setup)) return refused;
  if (auto refused = check_blocked(setup.blocked, setup.q.rows(), setup.k.rows())) return refused;
  if (setup.scale) {
    if (auto refused = check_scale(*setup.scale)) return refused;
  }
  if (auto refused = check_positions(setup, width)) return refused;
  const Matrix concatenated = Matrix::Zero(setup.norm_eps ? 1 : 0, setup.heads * value_width);
  if (setup.wo.size() > 0 || setup.bo) {
    if (auto refused = check_affine("concatenated", concatenated, "wo", setup.wo, "bo", setup.bo)) return refused;
  }
  if (!setup.norm_eps) return std::nullopt;
  const Index output_width = setup.wo.size() > 0 ? setup.wo.cols() : concatenated.cols();
  const auto norm = layer_norm(Matrix::Zero(1, output_width), {.eps = *setup.norm_eps});
  return norm.ok() ? std::nullopt : std::optional<Error>(within("norm", norm.error()));
}

RowPositions positions_of(const Setup& setup, bool count_padding) {
  const Index queries = setup.q.rows(), keys = setup.k.rows();
  std::vector<Index> ranks;  // of each key among those that are tokens
  Index next = 0;
  for (Index j = 0; j < keys; ++j) {
    const bool token = count_padding || setup.padding.size() == 0 || setup.padding(0, j) == 0;
    ranks.push_back(token ? next++ : 0);
  }
  RowPositions positions;
  for (const Index rank : ranks) positions.keys.push_back(setup.key_offset + rank);
  for (Index i = 0; i < queries; ++i) {
    positions.queries.push_back(setup.query_offset + (queries == keys ? ranks[static_cast<std::size_t>(i)] : i));
  }
  return positions;
}

Outcome<Setup> setup_of(const Matrix& x, const MultiheadWeights& weights) {
  auto rows = project_heads(x, weights, std::nullopt);
  if (!rows.ok()) return rows.error();
  Setup setup;
  setup.q = std::move(rows->q);
  setup.k = std::move(rows->k);
  setup.v = std::move(rows->v);
  setup.heads = weights.heads;
  setup.kv_heads = weights.kv_heads.value_or(weights.heads);
  setup.wo = weights.wo;
  setup.bo = weights.bo;
  return setup;
}

}  // namespace lesson
