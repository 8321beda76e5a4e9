// A tensor as a file or a printed text gave it, before anyone knows what it is for.
//
// Its numbers stay in the format of the file, so that 64 MiB of input take 64 MiB, and are read one by one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

using Bytes = std::span<const std::uint8_t>;

// The most bytes in one file, and in all that was unpacked from it: 64 MiB.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 26;
inline constexpr std::size_t kMostRank = 8;
inline constexpr std::size_t kMostTensors = 4096;

enum class Element { Float64, Float32, Float16, BFloat16, Int64, Int32, UInt8, Bool };

std::size_t bytes_of(Element element);
const char* name_of(Element element);  // "float64"

struct Tensor {
  std::string name;
  Element element = Element::Float64;
  std::vector<Index> shape;         // outermost first; none: one number
  std::vector<std::uint8_t> bytes;  // little-endian, row-major: the last axis runs fastest
  bool was_big_endian = false;      // in the file
  bool was_column_major = false;    // in the file: Fortran order
  // Half a unit of the last printed digit: what a printed number may be off by, times its size where that is above 1. 0
  // for numbers that were not printed, or with fewer than three digits after the point.
  double printed_step = 0;
};

// How many numbers there are.
Index size_of(const Tensor& tensor);

// Number `at` in row-major order; `at` must be in 0 to size_of - 1. Bool: 0 or 1.
double number_at(const Tensor& tensor, Index at);

// "(2, 3, 4)", "(5,)", "()".
std::string shape_text(const std::vector<Index>& shape);

// The bytes that a shape takes.
//   tensor-too-large   a size is beyond 2^31 - 1, or all are more than kMostBytes (computed without overflow)
//   tensor-rank        more than kMostRank axes
Outcome<std::uint64_t> bytes_for(std::string_view name, const std::vector<std::uint64_t>& shape, Element element);

// A tensor of `data`, whose bytes are as the file has them and as many as bytes_for says. Errors: those of bytes_for,
// and
//   tensor-bool   a byte of a table of yes and no is neither 0 nor 1
Outcome<Tensor> make_tensor(std::string_view name, const std::vector<std::uint64_t>& shape, Element element, Bytes data,
                            bool big_endian = false, bool column_major = false);

// From numbers in row-major order, as many as the shape says.
Tensor tensor_of(std::string name, std::vector<Index> shape, const std::vector<double>& numbers);

}  // namespace lesson
