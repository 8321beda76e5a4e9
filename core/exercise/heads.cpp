#include "core/exercise/heads.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/exercise/row.hpp"

namespace lesson::exercises {
namespace {

constexpr Index kValueWidth = 2;

const char* id_of(Stage stage) {
  return stage == Stage::Output ? "output" : stage == Stage::Weight ? "weights" : "scores";
}

Setup setup_of(const AttentionInputs& inputs) {
  Setup setup;
  setup.q = inputs.q;
  setup.k = inputs.k;
  setup.v = inputs.v;
  setup.causal = inputs.causal;
  setup.blocked = inputs.blocked;
  return setup;
}

// Whether each key that the row reads has a weight that two decimals show, and none has nearly all: where softmax is
// saturated, every slip gives the same row. Nor may all weigh alike: a row without preference is right without a scale
// and without exponentials too. A key that it may not read must count when the mask is forgotten, and not
// as if its score were 0.
bool balanced(const AttentionInputs& inputs, Index row) {
  constexpr double kLeast = 0.04, kMost = 0.9, kHidden = 0.1, kFromZero = 0.4, kPreference = 0.1;
  const Index width = inputs.k.cols(), keys = inputs.k.rows();
  const double scale = 1 / std::sqrt(static_cast<double>(width));
  const double* const query = row_of(inputs.q, row);
  Cells scores, read;
  double sum = 0;
  for (Index j = 0; j < keys; ++j) {
    double score = 0;
    for (Index c = 0; c < width; ++c) score += query[c] * row_of(inputs.k, j)[c];
    scores.push_back(score * scale);
    const bool later = inputs.causal != Causal::None && j > row;
    const bool padding = inputs.blocked.size() > 0 && row_of(inputs.blocked, row)[j] != 0;
    if (later || padding) continue;
    read.push_back(std::exp(scores.back()));
    sum += read.back();
  }
  for (Index j = static_cast<Index>(read.size()); j < keys; ++j) {  // those that are hidden stand behind
    const double score = scores[static_cast<std::size_t>(j)];
    if (std::abs(score) < kFromZero || std::exp(score) < kHidden * sum) return false;
  }
  const auto [least, most] = std::minmax_element(read.begin(), read.end());
  return *least >= kLeast * sum && *most <= kMost * sum && *most - *least >= kPreference * sum;
}

// The task of one row of `inputs`, at the stages asked for; without asks where its weights say too little.
AnswerKey task_of(AttentionInputs inputs, const std::vector<Stage>& stages, Index row) {
  AnswerKey key;
  if (stages.back() != Stage::Raw && stages.back() != Stage::Scaled && !balanced(inputs, row)) return key;
  WorkedRow worked = work_row(setup_of(inputs), stages, row);
  key.right = std::move(worked.right);
  key.slipped = std::move(worked.slipped);
  for (const Stage stage : stages) {
    const bool raw = stage == Stage::Raw;
    key.task.asks.push_back({.id = id_of(stage),
                             .kind = raw ? AskKind::Whole : AskKind::Number,
                             .cols = stage == Stage::Output ? inputs.v.cols() : inputs.k.rows(),
                             .decimals = raw ? 0 : 2});
    key.shown.push_back(Shown{stage, row});
  }
  key.task.inputs = std::move(inputs);
  return key;
}

AttentionInputs drawn(Draw& draw, Index tokens, Index width) {
  AttentionInputs inputs;
  inputs.q = draw.matrix(tokens, width, -2, 3);
  inputs.k = draw.matrix(tokens, width, -2, 3);
  inputs.v = draw.matrix(tokens, kValueWidth, 0, 6);
  return inputs;
}

void give(AnswerKey& key, const char* name, const Matrix& value) { key.task.matrices.push_back({name, value}); }
void give(AnswerKey& key, const char* name, Index value) {
  key.task.sizes.push_back({name, static_cast<double>(value)});
}

AnswerKey scores_of(Draw& draw, Stage stage) {
  constexpr Index kTokens = 3;
  constexpr std::array<Index, 2> kWidths = {2, 4};
  AttentionInputs inputs = drawn(draw, kTokens, draw.pick(kWidths));
  const Index row = draw.integer(0, kTokens - 1);
  AnswerKey key = task_of(std::move(inputs), {stage}, row);
  give(key, "q", key.task.inputs->q);
  give(key, "k", key.task.inputs->k);
  give(key, "row", row);
  return key;
}

// A head whose one query has these scores: K is 1, and the query 1.
AttentionInputs with_scores(Draw& draw, Index keys) {
  constexpr std::array<double, 9> kScores = {-1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3};
  AttentionInputs inputs;
  inputs.q = Matrix::Ones(1, 1);
  inputs.k = Matrix(keys, 1);
  for (Index j = 0; j < keys; ++j) inputs.k.data()[j] = draw.pick(kScores);
  inputs.v = draw.matrix(keys, kValueWidth, 0, 6);
  return inputs;
}

}  // namespace

AnswerKey raw_scores(Draw& draw) { return scores_of(draw, Stage::Raw); }
AnswerKey scaled_scores(Draw& draw) { return scores_of(draw, Stage::Scaled); }

AnswerKey softmax_row(Draw& draw) {
  AnswerKey key = task_of(with_scores(draw, 3), {Stage::Weight}, 0);
  if (!key.task.inputs) return key;
  give(key, "scores", Matrix(key.task.inputs->k.transpose()));
  return key;
}

AnswerKey causal_row(Draw& draw) {
  // Not 2: the root of the four keys is 2 too, and whoever divides by 2 may have meant either.
  constexpr std::array<Index, 3> kWidths = {1, 3, 4};
  constexpr Index kTokens = 4;
  AttentionInputs inputs = drawn(draw, kTokens, draw.pick(kWidths));
  inputs.causal = Causal::TopLeft;
  // Row 1 without its diagonal is row 0, and on the last row the mask does nothing.
  constexpr Index kRow = kTokens - 2;
  AnswerKey key = task_of(std::move(inputs), {Stage::Weight}, kRow);
  if (!key.task.inputs) return key;
  give(key, "q", key.task.inputs->q);
  give(key, "k", key.task.inputs->k);
  give(key, "row", kRow);
  return key;
}

AnswerKey padding_row(Draw& draw) {
  constexpr Index kKeys = 4;
  AttentionInputs inputs = with_scores(draw, kKeys);
  inputs.blocked = Flags::Zero(1, kKeys);
  const Index padded = draw.integer(1, 2);
  for (Index j = kKeys - padded; j < kKeys; ++j) inputs.blocked(0, j) = 1;
  AnswerKey key = task_of(std::move(inputs), {Stage::Weight}, 0);
  if (!key.task.inputs) return key;
  give(key, "scores", Matrix(key.task.inputs->k.transpose()));
  give(key, "padding", Matrix(key.task.inputs->blocked.cast<double>()));
  return key;
}

AnswerKey output_row(Draw& draw) {
  constexpr Index kTokens = 3;
  // Not 1: there is no scale to forget, and a query of 0 weighs all keys alike.
  constexpr std::array<Index, 3> kWidths = {2, 2, 4};
  AttentionInputs inputs = drawn(draw, kTokens, draw.pick(kWidths));
  const Index row = draw.integer(0, kTokens - 1);
  AnswerKey key = task_of(std::move(inputs), {Stage::Weight, Stage::Output}, row);
  if (!key.task.inputs) return key;
  for (const auto& [name, matrix] : {std::pair("q", &key.task.inputs->q), std::pair("k", &key.task.inputs->k),
                                     std::pair("v", &key.task.inputs->v)}) {
    give(key, name, *matrix);
  }
  give(key, "row", row);
  return key;
}

}  // namespace lesson::exercises
