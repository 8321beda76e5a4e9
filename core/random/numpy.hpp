// np.random.default_rng: PCG64 and the distributions of numpy.random.Generator, number for number.
//
// The page draws what the learner's notebook prints: equal to NumPy 1.24 (and every version with the same streams, see
// NEP 19) to the last bit, with one exception. A normal number beyond 3.654 (1 in 3,900) goes through the logarithm of
// the C library, in NumPy as here; where two libraries round differently, its last digit may differ, between two
// installations of NumPy too.
#pragma once

#include <cstdint>
#include <vector>

#include "core/outcome.hpp"
#include "core/random/request.hpp"
#include "core/types.hpp"

namespace lesson::numpy {

// The whole state, a plain value: copy it to come back to this point of the stream. Made by default_rng; any numbers
// are valid here but an even increment shortens the period.
struct Generator {
  std::uint64_t state_high = 0, state_low = 0;          // 128 bits of the congruential generator
  std::uint64_t increment_high = 0, increment_low = 1;  // its constant, odd
  bool has_half = false;  // a draw of 32 bits left the upper half of its word for the next
  std::uint32_t half = 0;

  bool operator==(const Generator&) const = default;
};

// np.random.default_rng(seed). SeedSequence spreads the seed over a pool of four words, and PCG64 takes 256 bits of it
// (O'Neill 2015, "Developing a seed_seq alternative"; numpy/random/bit_generator.pyx). Seeds from outside come through
// seed_from_text or seed_from_number.
Generator default_rng(std::uint64_t seed);

// The next word: state <- state * 47026247687942121848144207491837523525 + increment (mod 2^128); the word is the
// exclusive or of both halves, rotated right by the upper six bits (PCG XSL RR 128/64; O'Neill 2014).
std::uint64_t next_uint64(Generator& generator);

// The lower half of the next word, then the upper half. Words, doubles and normal numbers in between leave a waiting
// half alone.
std::uint32_t next_uint32(Generator& generator);

// One number in [0, 1): the upper 53 bits of a word times 2^-53.
double next_double(Generator& generator);

// One number of the standard normal distribution: the ziggurat with 256 layers (see ziggurat.hpp).
double standard_normal(Generator& generator);

// Arrays, in row-major order. All have the errors of numbers_in, `where` = shape:
//   negative-size, too-large

// generator.bit_generator.random_raw(size)
Outcome<std::vector<std::uint64_t>> raw(Generator& generator, const Shape& shape);

// generator.random(size), in [0, 1)
Outcome<std::vector<double>> random(Generator& generator, const Shape& shape);

// generator.normal(loc, scale, size): loc + scale * standard normal. NaN and infinities do what the formula says.
//   scale-negative  scale < 0, or -0
Outcome<std::vector<double>> normal(Generator& generator, double loc, double scale, const Shape& shape);

// generator.integers(low, high, size): low <= x < high, each equally likely (Lemire 2019, "Fast random integer
// generation in an interval"; with draws of 32 bits where high - low is at most 2^32).
//   range-empty     high <= low
Outcome<std::vector<std::int64_t>> integers(Generator& generator, std::int64_t low, std::int64_t high,
                                            const Shape& shape);

// generator.permutation(n): 0 to n - 1 in random order (Fisher and Yates, from the end; each place from the low bits of
// a draw of 32 bits, those too large thrown away).
Outcome<std::vector<Index>> permutation(Generator& generator, Index n);

}  // namespace lesson::numpy
