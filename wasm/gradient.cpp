// Derivatives at the border.
#include "core/gradient.hpp"

#include "wasm/attention.hpp"
#include "wasm/calls.hpp"

namespace wire {
namespace {

struct Jacobian {
  Matrix jacobian;
  double largest_slope = 0;
};

void write(Sink& sink, const Jacobian& made) {
  sink.field("jacobian", made.jacobian);
  sink.field("largestSlope", made.largest_slope);
}

}  // namespace

void write(Sink& sink, const lesson::AttentionGradient& d) {
  sink.field("v", d.v);
  sink.field("weights", d.weights);
  sink.field("masked", d.masked);
  sink.field("scaled", d.scaled);
  sink.field("raw", d.raw);
  sink.field("q", d.q);
  sink.field("k", d.k);
}

namespace {

Vector read_weights(Reader& in) { return in.vector(); }

lesson::Outcome<Jacobian> softmax_jacobian(const Vector& weights) {
  auto jacobian = lesson::softmax_jacobian(weights);
  if (!jacobian) return jacobian.error();
  return Jacobian{std::move(jacobian.value()), lesson::largest_slope(weights)};
}

struct BackwardInputs {
  lesson::AttentionInputs attention;
  Matrix upstream;
};

BackwardInputs read_backward(Reader& in) { return {read_attention(in), in.matrix()}; }

lesson::Outcome<lesson::AttentionGradient> attention_backward(const BackwardInputs& in) {
  const auto trace = lesson::attention(in.attention);
  if (!trace) return trace.error();
  return lesson::attention_backward(in.attention, *trace, in.upstream);
}

}  // namespace

Calls gradient_calls() {
  static constexpr Call kCalls[] = {call<read_weights, softmax_jacobian>("softmaxJacobian"),
                                    call<read_backward, attention_backward>("attentionBackward")};
  return table(kCalls);
}

}  // namespace wire
