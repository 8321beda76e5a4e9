#include "core/random/torch.hpp"

#include <cmath>
#include <utility>

namespace lesson::torch {
namespace {

constexpr std::size_t kWords = 624;
constexpr std::size_t kBlock = 16;
constexpr double kTwoPi = 6.283185307179586;

void next_round(Generator& generator) {
  auto& words = generator.words;
  for (std::size_t i = 0; i < kWords; ++i) {
    const std::uint32_t joined = (words[i] & 0x80000000) | (words[(i + 1) % kWords] & 0x7fffffff);
    words[i] = words[(i + 397) % kWords] ^ joined >> 1 ^ (joined % 2 == 1 ? 0x9908b0df : 0);
  }
  generator.next = 0;
}

float uniform(Generator& generator) { return static_cast<float>(next_uint32(generator) & 0xffffff) * 0x1p-24f; }

// The first word is the upper one; its upper 11 bits are dropped.
double uniform_double(Generator& generator) {
  const std::uint64_t high = next_uint32(generator);
  const std::uint64_t word = high << 32 | next_uint32(generator);
  return static_cast<double>(word & 0x1fffffffffffff) * 0x1p-53;
}

double normal(Generator& generator) {
  if (generator.waiting) {
    const double second = *generator.waiting;
    generator.waiting.reset();
    return second;
  }
  const double angle = kTwoPi * uniform_double(generator);
  const double radius = std::sqrt(-2 * std::log1p(-uniform_double(generator)));
  generator.waiting = radius * std::sin(angle);
  return radius * std::cos(angle);
}

// The angle is rounded to float32 as PyTorch does: near 2 pi that moves a number more than all other roundings
// together.
void transform_block(float* numbers) {
  for (std::size_t i = 0; i < kBlock / 2; ++i) {
    const double radius = std::sqrt(-2 * std::log1p(-static_cast<double>(numbers[i])));
    const double angle = static_cast<float>(kTwoPi) * numbers[i + kBlock / 2];
    numbers[i] = static_cast<float>(radius * std::cos(angle));
    numbers[i + kBlock / 2] = static_cast<float>(radius * std::sin(angle));
  }
}

}  // namespace

Generator manual_seed(std::uint64_t seed) {
  Generator generator;
  auto& words = generator.words;
  words[0] = static_cast<std::uint32_t>(seed);
  for (std::uint32_t i = 1; i < kWords; ++i) words[i] = 1812433253 * (words[i - 1] ^ words[i - 1] >> 30) + i;
  return generator;
}

std::uint32_t next_uint32(Generator& generator) {
  if (generator.next >= kWords) next_round(generator);
  std::uint32_t word = generator.words[generator.next++];
  word ^= word >> 11;
  word ^= word << 7 & 0x9d2c5680;
  word ^= word << 15 & 0xefc60000;
  return word ^ word >> 18;
}

Outcome<std::vector<float>> rand(Generator& generator, const Shape& shape) {
  const auto count = numbers_in(shape);
  if (!count) return count.error();
  std::vector<float> numbers(static_cast<std::size_t>(*count));
  for (float& number : numbers) number = uniform(generator);
  return numbers;
}

Outcome<std::vector<float>> randn(Generator& generator, const Shape& shape) {
  const auto count = numbers_in(shape);
  if (!count) return count.error();
  std::vector<float> numbers(static_cast<std::size_t>(*count));
  if (numbers.size() < kBlock) {
    for (float& number : numbers) number = static_cast<float>(normal(generator));
    return numbers;
  }
  for (float& number : numbers) number = uniform(generator);
  for (std::size_t at = 0; at + kBlock <= numbers.size(); at += kBlock) transform_block(&numbers[at]);
  if (numbers.size() % kBlock != 0) {
    float* const last = &numbers[numbers.size() - kBlock];
    for (std::size_t i = 0; i < kBlock; ++i) last[i] = uniform(generator);
    transform_block(last);
  }
  return numbers;
}

Outcome<std::vector<Index>> randperm(Generator& generator, Index n) {
  const auto count = numbers_in({n});
  if (!count) return count.error();
  std::vector<Index> order(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    std::swap(order[i], order[i + next_uint32(generator) % (order.size() - i)]);
  }
  return order;
}

}  // namespace lesson::torch
