// The 16-bit formats, and attention in all formats, at the border.
#include "core/half.hpp"

#include <algorithm>

#include "core/precision.hpp"
#include "wasm/attention.hpp"
#include "wasm/calls.hpp"

namespace wire {
namespace {

// format, and a matrix of numbers, or of bit patterns.
struct HalfInputs {
  lesson::Half format;
  Matrix m;
};
HalfInputs read_half(Reader& in) { return {static_cast<lesson::Half>(in.choice(2)), in.matrix()}; }

struct Halves {
  Matrix rounded, bits;
};
void write(Sink& sink, const Halves& halves) {
  sink.field("rounded", halves.rounded);
  sink.field("bits", halves.bits);
}

lesson::Outcome<Halves> round_to(const HalfInputs& in) {
  const auto bits_of = [&in](double x) { return static_cast<double>(lesson::to_half_bits(x, in.format)); };
  return Halves{lesson::round_to(in.m, in.format), in.m.unaryExpr(bits_of)};
}

struct UnitsInputs {
  lesson::Half format;
  double a, b;
};
UnitsInputs read_units(Reader& in) { return {static_cast<lesson::Half>(in.choice(2)), in.number(), in.number()}; }

struct Units {
  std::optional<double> units;
};
void write(Sink& sink, const Units& between) { sink.field("units", between.units); }

lesson::Outcome<Units> units_between(const UnitsInputs& in) {
  const auto units = lesson::units_between(in.a, in.b, in.format);
  return units ? Units{static_cast<double>(*units)} : Units{};
}

struct StoredInputs {
  lesson::Precision precision;
  lesson::AttentionInputs attention;
};
StoredInputs read_stored(Reader& in) {
  const auto precision = static_cast<lesson::Precision>(in.choice(4));
  return {precision, read_attention(in)};
}

lesson::Outcome<lesson::StoredTrace> attention_in(const StoredInputs& in) {
  return lesson::attention_in(in.attention, in.precision);
}

}  // namespace

void write(Sink& sink, const lesson::StoredTrace& trace) {
  sink.field("raw", trace.raw.stored);
  sink.field("rawUnits", trace.raw.units);
  sink.field("scaled", trace.scaled.stored);
  sink.field("scaledUnits", trace.scaled.units);
  sink.field("weights", trace.weights.stored);
  sink.field("weightsUnits", trace.weights.units);
  sink.field("output", trace.output.stored);
  sink.field("outputUnits", trace.output.units);
  sink.field("rowSums", trace.row_sums);
}

Calls half_calls() {
  static constexpr Call kCalls[] = {call<read_half, round_to>("roundTo"),
                                    call<read_units, units_between>("unitsBetween"),
                                    call<read_stored, attention_in>("attentionIn")};
  return table(kCalls);
}

}  // namespace wire
