// torch.manual_seed and the float32 numbers of PyTorch's generator for the CPU.
//
// rand and randperm are PyTorch's numbers exactly. randn is PyTorch's within 2e-6: from 16 numbers on, PyTorch takes
// the logarithm, sine and cosine of 8 numbers at once in float32, with other last digits on other processors, so that
// two installations of PyTorch differ as much. Here they are computed in double and rounded once. (Against PyTorch 1.13
// with AVX2: at most 4.8e-7 in 4,000,000 numbers, and no difference in 150,000 drawn fewer than 16 at a time.)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/outcome.hpp"
#include "core/random/request.hpp"
#include "core/types.hpp"

namespace lesson::torch {

// The whole state, a plain value: copy it to come back to this point of the stream. Made by manual_seed.
struct Generator {
  std::array<std::uint32_t, 624> words{};  // of MT19937 (Matsumoto and Nishimura 1998)
  std::uint32_t next = 624;                // the next word to hand out, at most 624: then a new round is made
  std::optional<double> waiting;           // the second normal number of a pair, for the next randn of fewer than 16

  bool operator==(const Generator&) const = default;
};

// torch.manual_seed(seed). Only the lower 32 bits count: seeds that differ above them give the same numbers, as in
// PyTorch. Seeds from outside come through seed_from_text or seed_from_number.
Generator manual_seed(std::uint64_t seed);

// The next word of MT19937.
std::uint32_t next_uint32(Generator& generator);

// Arrays, in row-major order. All have the errors of numbers_in, `where` = shape:
//   negative-size, too-large

// torch.rand(shape): in [0, 1), the lower 24 bits of a word times 2^-24.
Outcome<std::vector<float>> rand(Generator& generator, const Shape& shape);

// torch.randn(shape): standard normal, in pairs r cos t and r sin t from two uniform numbers (Box and Muller 1958).
// Fewer than 16 numbers: t = 2 pi u, r = sqrt(-2 log(1 - v)) from u, v of 53 bits each; the second of a pair waits,
// also for the next call. From 16 on: in blocks of 16 uniform numbers of 24 bits, where number i gives r and number i +
// 8 gives t; when the last block is short, the last 16 numbers are drawn once more. So randn(20) does not begin like
// randn(10).
Outcome<std::vector<float>> randn(Generator& generator, const Shape& shape);

// torch.randperm(n): 0 to n - 1 in random order (Fisher and Yates, from the front, by remainders of a word).
Outcome<std::vector<Index>> randperm(Generator& generator, Index n);

}  // namespace lesson::torch
