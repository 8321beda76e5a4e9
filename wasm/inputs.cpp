#include "wasm/inputs.hpp"

#include <algorithm>

namespace wire {
namespace {

lesson::AttentionInputs take_attention(Reader& reader) {
  lesson::AttentionInputs in;
  in.q = reader.matrix();
  in.k = reader.matrix();
  in.v = reader.matrix();
  double scale = 0;
  if (reader.number_or_none(scale)) in.scale = scale;
  in.causal = static_cast<lesson::Causal>(reader.choice(3));
  in.empty_row = static_cast<lesson::EmptyRow>(reader.choice(2));
  in.blocked = reader.flags();
  return in;
}

}  // namespace

std::optional<lesson::AttentionInputs> read_attention(Reader reader) {
  lesson::AttentionInputs in = take_attention(reader);
  if (!reader.finished()) return std::nullopt;
  return in;
}

std::optional<lesson::ProjectInputs> read_project(Reader reader) {
  lesson::ProjectInputs in;
  in.x = reader.matrix();
  in.wq = reader.matrix();
  in.wk = reader.matrix();
  in.wv = reader.matrix();
  if (!reader.finished()) return std::nullopt;
  return in;
}

std::optional<ExplainInputs> read_explain(Reader reader) {
  constexpr double kStages = static_cast<double>(lesson::Stage::Spread) + 1;
  lesson::AttentionInputs in = take_attention(reader);
  const Matrix cell = reader.matrix();
  if (!reader.finished() || cell.rows() != 1 || cell.cols() != 3) return std::nullopt;
  const double stage = cell(0, 0), row = cell(0, 1), col = cell(0, 2);
  if (!is_whole(stage) || stage < 0 || stage >= kStages || !is_whole(row) || !is_whole(col)) return std::nullopt;
  return ExplainInputs{std::move(in), {static_cast<lesson::Stage>(stage), to_index(row), to_index(col)}};
}

std::optional<BatchInputs> read_batch(Reader reader) {
  BatchInputs in;
  in.q = reader.column();
  in.k = reader.column();
  in.v = reader.column();
  if (!reader.finished()) return std::nullopt;
  return in;
}

std::optional<std::vector<Index>> read_lengths(Reader reader) {
  const std::vector<double> lengths = reader.column();
  if (!reader.finished() || !std::all_of(lengths.begin(), lengths.end(), is_whole)) return std::nullopt;
  return to_indices(lengths);
}

std::vector<Index> to_indices(const std::vector<double>& sizes) {
  std::vector<Index> indices(sizes.size());
  std::transform(sizes.begin(), sizes.end(), indices.begin(), to_index);
  return indices;
}

}  // namespace wire
