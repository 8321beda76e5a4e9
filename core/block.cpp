#include "core/block.hpp"

#include <optional>
#include <utility>

#include "core/kept.hpp"
#include "core/residual.hpp"

namespace lesson {
namespace {

// The rows on their way through a block, and what they were on the way.
class Path {
 public:
  Path(const Matrix& x, Order order) : order_(order), rows_(x) { record("input", rows_); }

  // One sublayer in its residual, with its norm before or after. `run` takes rows and gives an Outcome of a trace with
  // `output`; the traces go to `kept` and `norm_kept`. The error, if any, bears the part's name.
  template <typename Trace, typename Run>
  std::optional<Error> through(const char* name, Run run, Trace& kept, const NormWeights& norm, NormTrace& norm_kept) {
    const std::string number = std::to_string(++sublayers_), norm_name = "norm" + number;
    Matrix input = rows_;
    if (order_ == Order::Pre) {
      if (auto refused = normalise(norm_name, norm, input, norm_kept)) return refused;
    }
    auto made = run(input);
    if (!made.ok()) return within(name, made.error());
    kept = std::move(made.value());
    record(name, kept.output);
    auto sum = add_residual(rows_, name, kept.output);
    if (!sum.ok()) return sum.error();
    rows_ = std::move(sum.value());
    record("residual" + number, rows_);
    if (order_ == Order::Post) return normalise(norm_name, norm, rows_, norm_kept);
    return std::nullopt;
  }

  const Matrix& rows() const { return rows_; }
  std::vector<BlockStage> take_stages() { return std::move(stages_); }

 private:
  std::optional<Error> normalise(const std::string& name, const NormWeights& norm, Matrix& rows, NormTrace& kept) {
    auto made = layer_norm(rows, norm);
    if (!made.ok()) return within(name, made.error());
    kept = std::move(made.value());
    rows = kept.output;
    record(name, rows);
    return std::nullopt;
  }

  void record(const std::string& name, const Matrix& rows) { stages_.push_back({name, rows, row_statistics(rows)}); }

  Order order_;
  Matrix rows_;
  int sublayers_ = 0;
  std::vector<BlockStage> stages_;
};

}  // namespace

Outcome<BlockTrace> block(const Matrix& x, const BlockWeights& weights, const MultiheadOptions& options) {
  if (auto refused = check_kept("x", kept_by_block(weights, x.rows(), x.cols()))) return *refused;
  BlockTrace trace;
  Path path(x, weights.order);
  const auto attend = [&](const Matrix& rows) { return multihead(rows, weights.attention, options); };
  const auto feed = [&](const Matrix& rows) { return feed_forward(rows, weights.feed_forward); };
  if (auto refused = path.through("attention", attend, trace.attention, weights.norm1, trace.norm1)) return *refused;
  if (auto refused = path.through("feedForward", feed, trace.feed_forward, weights.norm2, trace.norm2)) return *refused;
  trace.stages = path.take_stages();
  trace.output = path.rows();
  return trace;
}

Outcome<DecoderTrace> decoder_block(const Matrix& x, const Matrix& memory, const DecoderWeights& weights,
                                    const MultiheadOptions& options, const MultiheadOptions& memory_options) {
  if (auto refused = check_kept("x", kept_by_decoder_block(weights, x.rows(), memory.rows(), x.cols()))) {
    return *refused;
  }
  DecoderTrace trace;
  Path path(x, weights.order);
  const auto attend = [&](const Matrix& rows) { return multihead(rows, weights.self, options); };
  const auto read = [&](const Matrix& rows) { return cross_attention(rows, memory, weights.cross, memory_options); };
  const auto feed = [&](const Matrix& rows) { return feed_forward(rows, weights.feed_forward); };
  if (auto refused = path.through("self", attend, trace.self, weights.norm1, trace.norm1)) return *refused;
  if (auto refused = path.through("cross", read, trace.cross, weights.norm2, trace.norm2)) return *refused;
  if (auto refused = path.through("feedForward", feed, trace.feed_forward, weights.norm3, trace.norm3)) return *refused;
  trace.stages = path.take_stages();
  trace.output = path.rows();
  return trace;
}

}  // namespace lesson
