#include "core/mistakes/compute.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/mistakes/attend.hpp"

namespace lesson {
namespace {

std::string number(Index value) { return std::to_string(value); }

std::optional<Error> check_recipe(const Setup& setup, const Recipe& recipe) {
  const Index queries = setup.q.rows(), keys = setup.k.rows();
  const auto undefined = [](std::string message, const char* name) {
    return Error{"mistake-undefined", std::move(message), {name}};
  };
  if (recipe.keys == Keys::Swapped && setup.k.cols() != setup.v.cols()) {
    return undefined("k has width " + number(setup.k.cols()) + " and v has width " + number(setup.v.cols()) +
                         ": only keys and values of one width can be mistaken for each other.",
                     "v");
  }
  if (recipe.batch_and_sequence_swapped && queries != keys) {
    return undefined("There are " + number(queries) + " queries and " + number(keys) +
                         " keys: only sequences of one length can have their axes swapped.",
                     "k");
  }
  if (recipe.padding_on_queries && setup.padding.size() > 0 && queries > keys) {
    return undefined("There are " + number(queries) + " queries but padding for " + number(keys) +
                         " keys: it cannot be laid on the queries.",
                     "padding");
  }
  return std::nullopt;
}

std::vector<Matrix> split(const Matrix& m, Index heads, bool by_reshape) {
  const Index width = m.cols() / heads;
  std::vector<Matrix> parts;
  for (Index h = 0; h < heads; ++h) {
    // The same memory cut into H pieces in a row, in place of H groups of columns.
    parts.push_back(by_reshape ? Matrix(Eigen::Map<const Matrix>(m.data() + h * m.rows() * width, m.rows(), width))
                               : head_of(m, h, width));
  }
  return parts;
}

Matrix merge(const std::vector<HeadTrace>& heads, bool without_transpose) {
  const Index rows = heads.front().attention.output.rows(), width = heads.front().attention.output.cols();
  Matrix merged(rows, static_cast<Index>(heads.size()) * width);
  Index h = 0;
  for (const HeadTrace& head : heads) {
    if (without_transpose) {
      Eigen::Map<Matrix>(merged.data() + h * rows * width, rows, width) = head.attention.output;
    } else {
      merged.middleCols(h * width, width) = head.attention.output;
    }
    ++h;
  }
  return merged;
}

Pairing other(Pairing pairing) { return pairing == Pairing::Interleaved ? Pairing::Halves : Pairing::Interleaved; }

// check_setup has seen that each position and width can be coded.
Matrix at_positions(Matrix rows, const std::vector<Index>& positions, const Setup& setup, Pairing pairing) {
  for (Index i = 0; i < rows.rows(); ++i) {
    const PositionOptions options{pairing, setup.base, positions[static_cast<std::size_t>(i)]};
    if (setup.positions == Positions::Sinusoid) {
      rows.row(i) += sinusoid(1, rows.cols(), options)->output;
    } else {
      rows.row(i) = rope(rows.row(i), options)->output;
    }
  }
  return rows;
}

void shift_by_one_slot(Matrix& m) {
  if (m.rows() == 0) return;
  for (Index j = m.rows() - 1; j > 0; --j) m.row(j) = m.row(j - 1);
  m.row(0).setZero();
}

void average_weights(std::vector<HeadTrace>& heads) {
  Matrix mean = Matrix::Zero(heads.front().attention.weights.rows(), heads.front().attention.weights.cols());
  for (const HeadTrace& head : heads) mean += head.attention.weights;
  mean /= static_cast<double>(heads.size());
  for (HeadTrace& head : heads) {
    head.attention.weights = mean;
    summarise(head.attention);
  }
}

void finish(LayerTrace& trace, const Setup& setup, const Recipe& recipe) {
  if (recipe.heads_averaged) average_weights(trace.heads);
  trace.output = setup.wo.size() > 0 ? affine(trace.concatenated, setup.wo, setup.bo) : trace.concatenated;
  if (setup.norm_eps) trace.output = normalise(trace.output, *setup.norm_eps, recipe.normalisation)->output;
}

LayerTrace compute_one(const Setup& setup, const Recipe& recipe) {
  std::vector<Matrix> q = split(setup.q, setup.heads, recipe.split_by_reshape),
                      k = split(setup.k, setup.kv_heads, recipe.split_by_reshape),
                      v = split(setup.v, setup.kv_heads, recipe.split_by_reshape);
  if (recipe.keys == Keys::Swapped) std::swap(k, v);
  if (setup.positions != Positions::None && !recipe.positions_missing) {
    const RowPositions positions = positions_of(setup, recipe.positions_count_padding);
    const bool rotary = setup.positions == Positions::Rotary;
    const Pairing pairing = recipe.other_layout && !rotary ? other(setup.pairing) : setup.pairing;
    for (Matrix& rows : q) rows = at_positions(std::move(rows), positions.queries, setup, pairing);
    for (Matrix& rows : k) {
      rows = at_positions(std::move(rows), positions.keys, setup,
                          recipe.mixed_pairing && rotary ? other(pairing) : pairing);
    }
  }
  if (recipe.keys == Keys::Shifted) {
    for (Matrix& rows : k) shift_by_one_slot(rows);
    for (Matrix& rows : v) shift_by_one_slot(rows);
  }

  LayerTrace trace;
  numpy::Generator draws = numpy::default_rng(kDropoutSeed);
  for (Index h = 0; h < setup.heads; ++h) {
    const Index kv_head = recipe.groups_interleaved ? h % setup.kv_heads : h / (setup.heads / setup.kv_heads);
    Matrix& rows = q[static_cast<std::size_t>(h)];
    const Matrix &keys = k[static_cast<std::size_t>(kv_head)], &values = v[static_cast<std::size_t>(kv_head)];
    AttentionTrace made = attend(rows, keys, values, setup, recipe, draws);
    trace.heads.push_back({kv_head, std::move(rows), keys, values, std::move(made)});
  }
  trace.concatenated = merge(trace.heads, recipe.merge_without_transpose);
  finish(trace, setup, recipe);
  return trace;
}

// Token i of every sequence, as if they were the sequence.
Setup across(const std::vector<Setup>& batch, Index token) {
  Setup column = batch.front();
  const auto count = static_cast<Index>(batch.size());
  for (Matrix Setup::*rows : {&Setup::q, &Setup::k, &Setup::v}) {
    column.*rows = Matrix(count, (batch.front().*rows).cols());
    Index b = 0;
    for (const Setup& one : batch) (column.*rows).row(b++) = (one.*rows).row(token);
  }
  column.causal = Causal::None;
  column.blocked = column.padding = Flags();
  column.positions = Positions::None;
  column.norm_eps = std::nullopt;
  column.wo = Matrix();
  return column;
}

// (N, B) as computed, or for one sequence the (N, N) that a learner expects, in which each token reads itself alone.
Matrix rows_of(const std::vector<LayerTrace>& columns, std::size_t head, Index b, Matrix AttentionTrace::*part,
               bool spread_out, double elsewhere) {
  const auto tokens = static_cast<Index>(columns.size());
  Matrix made;
  for (Index t = 0; t < tokens; ++t) {
    const Matrix& from = columns[static_cast<std::size_t>(t)].heads[head].attention.*part;
    if (t == 0) made = Matrix::Constant(tokens, spread_out ? tokens : from.cols(), elsewhere);
    if (spread_out) {
      made(t, t) = from(b, 0);
    } else {
      made.row(t) = from.row(b);
    }
  }
  return made;
}

// A mask of (N, M) does not fit the batch axis, and positions have no place: neither is applied.
std::vector<LayerTrace> compute_swapped(const std::vector<Setup>& batch, Recipe recipe) {
  recipe.batch_and_sequence_swapped = false;
  Recipe inside = recipe;
  inside.causal = std::nullopt;
  const Setup& first = batch.front();
  const bool alone = batch.size() == 1;
  std::vector<LayerTrace> columns;
  for (Index token = 0; token < first.q.rows(); ++token) columns.push_back(compute_one(across(batch, token), inside));

  std::vector<LayerTrace> traces;
  for (Index b = 0; b < static_cast<Index>(batch.size()); ++b) {
    LayerTrace trace = compute_one(batch[static_cast<std::size_t>(b)], recipe);  // for the shapes
    for (std::size_t h = 0; h < trace.heads.size() && !columns.empty(); ++h) {
      AttentionTrace& made = trace.heads[h].attention;
      made.raw = rows_of(columns, h, b, &AttentionTrace::raw, alone, 0);
      made.scaled = rows_of(columns, h, b, &AttentionTrace::scaled, alone, 0);
      made.masked = rows_of(columns, h, b, &AttentionTrace::masked, alone, -std::numeric_limits<double>::infinity());
      made.weights = rows_of(columns, h, b, &AttentionTrace::weights, alone, 0);
      made.output = rows_of(columns, h, b, &AttentionTrace::output, false, 0);
      made.blocked = Flags::Zero(made.weights.rows(), made.weights.cols());
      made.empty_rows.clear();
      summarise(made);
    }
    trace.concatenated = merge(trace.heads, recipe.merge_without_transpose);
    finish(trace, batch[static_cast<std::size_t>(b)], recipe);
    traces.push_back(std::move(trace));
  }
  return traces;
}

bool same_shape(const Matrix& a, const Matrix& b) { return a.rows() == b.rows() && a.cols() == b.cols(); }

}  // namespace

Outcome<std::vector<LayerTrace>> compute_batch(const std::vector<Setup>& batch, const Recipe& recipe) {
  if (batch.empty()) return Error{"no-batch", "The batch holds no sequence: there is nothing to compute.", {"batch"}};
  const Setup& first = batch.front();
  for (std::size_t b = 0; b < batch.size(); ++b) {
    const Setup& one = batch[b];
    if (auto refused = check_setup(one)) return *refused;
    if (same_shape(one.q, first.q) && same_shape(one.k, first.k) && same_shape(one.v, first.v) &&
        one.heads == first.heads && one.kv_heads == first.kv_heads && one.scale == first.scale) {
      continue;
    }
    return Error{"batch-shapes",
                 "Sequence " + std::to_string(b) +
                     " differs from sequence 0 in its shapes, heads or scale: one batch " +
                     "holds sequences of one kind.",
                 {"batch", static_cast<Index>(b), -1}};
  }
  if (auto refused = check_recipe(first, recipe)) return *refused;
  if (recipe.batch_and_sequence_swapped) return compute_swapped(batch, recipe);
  std::vector<LayerTrace> traces;
  for (const Setup& one : batch) traces.push_back(compute_one(one, recipe));
  return traces;
}

Outcome<LayerTrace> compute(const Setup& setup, const Recipe& recipe) {
  if (auto refused = check_setup(setup)) return *refused;
  if (auto refused = check_recipe(setup, recipe)) return *refused;
  if (recipe.batch_and_sequence_swapped) return std::move(compute_swapped({setup}, recipe).front());
  return compute_one(setup, recipe);
}

Outcome<Matrix> compute_cached(const Setup& setup, const Recipe& recipe) {
  if (auto refused = check_setup(setup)) return *refused;
  const Index queries = setup.q.rows(), keys = setup.k.rows(), first = keys - queries;
  if (setup.causal == Causal::None || (setup.causal == Causal::TopLeft && first != 0)) {
    return Error{"not-causal",
                 "Rows can be decoded one by one only under a causal mask whose last row reads every key: here earlier "
                 "rows would read later ones, or later rows too few.",
                 {"causal"}};
  }
  if (first < 0) {
    return Error{"more-queries",
                 "There are " + number(queries) + " queries and " + number(keys) + " keys: the first rows have no key.",
                 {"q"}};
  }
  const RowPositions positions = positions_of(setup, recipe.positions_count_padding);
  Matrix outputs;
  Setup step = setup;
  for (Index i = 0; i < queries; ++i) {
    const Index known = first + i + 1;
    step.q = setup.q.row(i);
    step.k = setup.k.topRows(known);
    step.v = setup.v.topRows(known);
    step.causal = Causal::BottomRight;
    if (setup.blocked.size() > 0) step.blocked = setup.blocked.block(i, 0, 1, known);
    if (setup.padding.size() > 0) step.padding = setup.padding.leftCols(known);
    step.query_offset = positions.queries[static_cast<std::size_t>(i)];
    const auto made = compute(step, recipe);
    if (!made.ok()) return made.error();
    if (i == 0) outputs = Matrix(queries, made->output.cols());
    outputs.row(i) = made->output.row(0);
  }
  if (queries == 0) outputs = compute(setup, recipe)->output;
  return outputs;
}

Outcome<NormTrace> normalise(const Matrix& x, double eps, Normalisation normalisation) {
  // What was asked for is checked, whatever the mistake makes of it.
  if (auto asked = layer_norm(x, {.eps = eps}); !asked.ok()) return asked;
  // Over no tokens there is nothing to average, and no row to write it to.
  const bool over_tokens = normalisation == Normalisation::OverTokens && x.rows() > 0;
  auto made =
      layer_norm(over_tokens ? Matrix(x.transpose()) : x, {.eps = normalisation == Normalisation::NoEpsilon ? 0 : eps});
  if (!made.ok()) return made;
  NormTrace& trace = made.value();
  if (over_tokens) {
    trace.normalised.transposeInPlace();
  } else if (normalisation == Normalisation::SampleVariance) {
    const auto width = static_cast<double>(x.cols());
    for (Index i = 0; i < x.rows(); ++i) {
      const double variance = trace.rows.variance(i), sample = variance * width / (width - 1);
      if (std::isfinite(variance)) trace.normalised.row(i) *= std::sqrt((variance + eps) / (sample + eps));
    }
  }
  trace.output = trace.normalised;
  return made;
}

Outcome<NormTrace> normalise(const Matrix& x, double eps, const Recipe& recipe) {
  Recipe elsewhere = recipe;
  elsewhere.normalisation = Normalisation::Right;
  if (!(elsewhere == Recipe())) {
    return Error{"mistake-undefined", "A layer norm alone can only have mistakes of the stage norm.", {"mistake"}};
  }
  return normalise(x, eps, recipe.normalisation);
}

}  // namespace lesson
