// The 16-bit formats at the border.
#include "core/half.hpp"

#include <algorithm>

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

}  // namespace

Calls half_calls() {
  static constexpr Call kCalls[] = {call<read_half, round_to>("roundTo"),
                                    call<read_units, units_between>("unitsBetween")};
  return table(kCalls);
}

}  // namespace wire
