// Random numbers at the border. A generator's state travels with each call as whole doubles below 2^32 and comes back
// as it is after the draws: JavaScript keeps it, so there is nothing to delete. Numbers of 64 bits come as two doubles
// each, the lower 32 bits first.
#include "wasm/random.hpp"

#include <vector>

#include "core/random/numpy.hpp"
#include "core/random/torch.hpp"
#include "wasm/calls.hpp"

namespace wire {

Whole read_whole(Reader& in) { return {in.number_or_none(), in.text()}; }

lesson::Outcome<std::uint64_t> seed_of(const Whole& whole, lesson::SeedOf library) {
  return whole.number ? lesson::seed_from_number(*whole.number, library) : lesson::seed_from_text(whole.text, library);
}

namespace {

namespace numpy = lesson::numpy;
namespace torch = lesson::torch;
using lesson::Outcome;
using lesson::SeedOf;
using Numbers = std::vector<double>;

Outcome<std::int64_t> bound_of(const Whole& whole, const char* name) {
  return whole.number ? lesson::bound_from_number(*whole.number, name) : lesson::bound_from_text(whole.text, name);
}

double to_wire(double number) { return number; }
double to_wire(float number) { return number; }
double to_wire(Index number) { return static_cast<double>(number); }

template <typename T>
void append(Numbers& to, const std::vector<T>& numbers) {
  to.reserve(numbers.size());
  for (const T number : numbers) to.push_back(to_wire(number));
}

void push_limbs(Numbers& to, std::uint64_t word) {
  to.push_back(static_cast<double>(static_cast<std::uint32_t>(word)));
  to.push_back(static_cast<double>(static_cast<std::uint32_t>(word >> 32)));
}

template <typename Word>
void append_limbs(Numbers& to, const std::vector<Word>& words) {
  to.reserve(2 * words.size());
  for (const Word word : words) push_limbs(to, static_cast<std::uint64_t>(word));
}

// The next 32 bits of a state, or a failure.
class Limbs {
 public:
  Limbs(Reader& in, std::size_t count) : in_(in), numbers_(in.column()) {
    if (numbers_.size() != count) fail();
  }

  std::uint32_t word() { return whole(4294967295.0); }
  std::uint32_t whole(double most) {
    const double number = any();
    if (!is_whole(number) || number < 0 || number > most) return fail(), 0;
    return static_cast<std::uint32_t>(number);
  }
  std::uint64_t wide() {
    const std::uint64_t low = word();
    return std::uint64_t{word()} << 32 | low;
  }
  double any() { return at_ < numbers_.size() ? numbers_[at_++] : 0; }

 private:
  void fail() { in_.fail(), numbers_.clear(); }

  Reader& in_;
  Numbers numbers_;
  std::size_t at_ = 0;
};

numpy::Generator read_numpy(Reader& in) {
  Limbs limbs(in, 10);
  numpy::Generator generator;
  for (std::uint64_t* word :
       {&generator.state_low, &generator.state_high, &generator.increment_low, &generator.increment_high}) {
    *word = limbs.wide();
  }
  generator.has_half = limbs.whole(1) == 1;
  generator.half = limbs.word();
  return generator;
}

Numbers state_of(const numpy::Generator& generator) {
  Numbers state;
  append_limbs<std::uint64_t>(
      state, {generator.state_low, generator.state_high, generator.increment_low, generator.increment_high});
  state.push_back(generator.has_half ? 1 : 0);
  state.push_back(generator.half);
  return state;
}

torch::Generator read_torch(Reader& in) {
  constexpr double kWords = 624;
  Limbs limbs(in, 627);
  torch::Generator generator;
  for (std::uint32_t& word : generator.words) word = limbs.word();
  generator.next = limbs.whole(kWords);
  const bool waits = limbs.whole(1) == 1;
  const double waiting = limbs.any();
  if (waits) generator.waiting = waiting;
  return generator;
}

Numbers state_of(const torch::Generator& generator) {
  Numbers state(generator.words.begin(), generator.words.end());
  state.push_back(generator.next);
  state.push_back(generator.waiting ? 1 : 0);
  state.push_back(generator.waiting.value_or(0));
  return state;
}

struct Drawn {
  Numbers state;
  Numbers numbers;
};

void write_column(Sink& sink, const char* name, const Numbers& numbers) {
  sink.field(name, Vector(Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()))));
}

void write(Sink& sink, const Drawn& drawn) {
  write_column(sink, "state", drawn.state);
  write_column(sink, "numbers", drawn.numbers);
}

Outcome<Drawn> seed_numpy(const Whole& seed) {
  const auto number = seed_of(seed, SeedOf::Numpy);
  if (!number) return number.error();
  return Drawn{state_of(numpy::default_rng(*number)), {}};
}

Outcome<Drawn> seed_torch(const Whole& seed) {
  const auto number = seed_of(seed, SeedOf::Torch);
  if (!number) return number.error();
  return Drawn{state_of(torch::manual_seed(*number)), {}};
}

// What was drawn beside the state after it; a refused draw leaves the caller's state alone.
template <typename Generator, typename T, typename Append>
Outcome<Drawn> drawn(const Generator& after, const Outcome<std::vector<T>>& numbers, Append append_to) {
  if (!numbers) return numbers.error();
  Drawn result{state_of(after), {}};
  append_to(result.numbers, *numbers);
  return result;
}

template <typename Generator>
struct Draw {
  Generator generator;
  lesson::Shape shape;
};

Draw<numpy::Generator> read_numpy_draw(Reader& in) { return {read_numpy(in), in.sizes("shape")}; }
Draw<torch::Generator> read_torch_draw(Reader& in) { return {read_torch(in), in.sizes("shape")}; }

// state, size, loc?, scale?
struct NormalDraw : Draw<numpy::Generator> {
  double loc, scale;
};
NormalDraw read_normal(Reader& in) {
  return {read_numpy_draw(in), in.number_or_none().value_or(0), in.number_or_none().value_or(1)};
}

// state, size, low, high
struct IntegersDraw : Draw<numpy::Generator> {
  Whole low, high;
};
IntegersDraw read_integers(Reader& in) { return {read_numpy_draw(in), read_whole(in), read_whole(in)}; }

Outcome<Drawn> raw(const Draw<numpy::Generator>& in) {
  auto generator = in.generator;
  const auto numbers = numpy::raw(generator, in.shape);
  return drawn(generator, numbers, append_limbs<std::uint64_t>);
}

Outcome<Drawn> random(const Draw<numpy::Generator>& in) {
  auto generator = in.generator;
  const auto numbers = numpy::random(generator, in.shape);
  return drawn(generator, numbers, append<double>);
}

Outcome<Drawn> normal(const NormalDraw& in) {
  auto generator = in.generator;
  const auto numbers = numpy::normal(generator, in.loc, in.scale, in.shape);
  return drawn(generator, numbers, append<double>);
}

Outcome<Drawn> integers(const IntegersDraw& in) {
  const auto low = bound_of(in.low, "low"), high = bound_of(in.high, "high");
  if (!low) return low.error();
  if (!high) return high.error();
  auto generator = in.generator;
  const auto numbers = numpy::integers(generator, *low, *high, in.shape);
  return drawn(generator, numbers, append_limbs<std::int64_t>);
}

// One size, that of the permutation.
template <typename Generator>
Index length_of(const Draw<Generator>& in) {
  return in.shape.empty() ? 1 : in.shape.front();
}

Outcome<Drawn> permutation(const Draw<numpy::Generator>& in) {
  auto generator = in.generator;
  const auto numbers = numpy::permutation(generator, length_of(in));
  return drawn(generator, numbers, append<Index>);
}

Outcome<Drawn> rand(const Draw<torch::Generator>& in) {
  auto generator = in.generator;
  const auto numbers = torch::rand(generator, in.shape);
  return drawn(generator, numbers, append<float>);
}

Outcome<Drawn> randn(const Draw<torch::Generator>& in) {
  auto generator = in.generator;
  const auto numbers = torch::randn(generator, in.shape);
  return drawn(generator, numbers, append<float>);
}

Outcome<Drawn> randperm(const Draw<torch::Generator>& in) {
  auto generator = in.generator;
  const auto numbers = torch::randperm(generator, length_of(in));
  return drawn(generator, numbers, append<Index>);
}

}  // namespace

Calls random_calls() {
  static constexpr Call kCalls[] = {
      call<read_whole, seed_numpy>("numpySeed"),      call<read_numpy_draw, raw>("numpyRaw"),
      call<read_numpy_draw, random>("numpyRandom"),   call<read_normal, normal>("numpyNormal"),
      call<read_integers, integers>("numpyIntegers"), call<read_numpy_draw, permutation>("numpyPermutation"),
      call<read_whole, seed_torch>("torchSeed"),      call<read_torch_draw, rand>("torchRand"),
      call<read_torch_draw, randn>("torchRandn"),     call<read_torch_draw, randperm>("torchRandperm")};
  return table(kCalls);
}

}  // namespace wire
