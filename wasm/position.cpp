// Positions at the border.
#include "core/position.hpp"

#include "wasm/calls.hpp"

namespace wire {

void write(Sink& sink, const lesson::PositionTrace& trace) {
  sink.field("angles", trace.angles);
  sink.field("output", trace.output);
}

// Calls whose result is one matrix or one vector.
void write(Sink& sink, const Matrix& m) { sink.field("matrix", m); }
void write(Sink& sink, const Vector& v) { sink.field("vector", v); }

namespace {

// layout, base?, offset?
lesson::PositionOptions read_options(Reader& in) {
  lesson::PositionOptions options;
  options.pairing = static_cast<lesson::Pairing>(in.choice(2));
  options.base = in.number_or_none().value_or(options.base);
  options.offset = in.size_or_none("offset").value_or(options.offset);
  return options;
}

struct SinusoidInputs {
  Index n, d;
  lesson::PositionOptions options;
};
SinusoidInputs read_sinusoid(Reader& in) { return {in.size("n"), in.size("d"), read_options(in)}; }
lesson::Outcome<lesson::PositionTrace> sinusoid(const SinusoidInputs& in) {
  return lesson::sinusoid(in.n, in.d, in.options);
}

struct RopeInputs {
  Matrix x;
  lesson::PositionOptions options;
};
RopeInputs read_rope(Reader& in) { return {in.matrix(), read_options(in)}; }
lesson::Outcome<lesson::PositionTrace> rope(const RopeInputs& in) { return lesson::rope(in.x, in.options); }

struct SimilarityInputs {
  Matrix codes;
  std::vector<Index> starts;
  Index offsets;
};
SimilarityInputs read_similarity(Reader& in) { return {in.matrix(), in.sizes("starts"), in.size("offsets")}; }
lesson::Outcome<Matrix> similarity(const SimilarityInputs& in) {
  return lesson::cosine_by_offset(in.codes, in.starts, in.offsets);
}

Index read_heads(Reader& in) { return in.size("heads"); }
lesson::Outcome<Vector> alibi_slopes(const Index& heads) { return lesson::alibi_slopes(heads); }

struct AlibiInputs {
  Index heads, head, n;
};
AlibiInputs read_alibi(Reader& in) { return {in.size("heads"), in.size("head"), in.size("n")}; }
lesson::Outcome<Matrix> alibi_bias(const AlibiInputs& in) { return lesson::alibi_bias(in.heads, in.head, in.n); }

}  // namespace

Calls position_calls() {
  static constexpr Call kCalls[] = {call<read_sinusoid, sinusoid>("sinusoid"), call<read_rope, rope>("rope"),
                                    call<read_similarity, similarity>("similarityByOffset"),
                                    call<read_heads, alibi_slopes>("alibiSlopes"),
                                    call<read_alibi, alibi_bias>("alibiBias")};
  return table(kCalls);
}

}  // namespace wire
