// The order in which each call's inputs stand in the inbox, as web/engine/module.d.ts has it. Nothing if they do not
// stand there: too short or too long, a size or an index that cannot be.
#pragma once

#include <optional>
#include <string>

#include "core/explain.hpp"
#include "core/project.hpp"
#include "wasm/wire.hpp"

namespace wire {

struct ExplainInputs {
  lesson::AttentionInputs attention;
  lesson::Cell cell;
};

// Sizes as they came: the core refuses fractions by name.
struct BatchInputs {
  std::vector<double> q, k, v;
};

std::optional<lesson::AttentionInputs> read_attention(Reader reader);
std::optional<lesson::ProjectInputs> read_project(Reader reader);
std::optional<ExplainInputs> read_explain(Reader reader);
std::optional<BatchInputs> read_batch(Reader reader);
std::optional<std::vector<Index>> read_lengths(Reader reader);

// Sizes past the ends of Index become its ends.
std::vector<Index> to_indices(const std::vector<double>& sizes);

}  // namespace wire
