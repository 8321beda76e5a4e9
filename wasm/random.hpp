// Whole numbers of any length at the border: seeds, and the bounds of draws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/outcome.hpp"
#include "core/random/request.hpp"
#include "wasm/wire.hpp"

namespace wire {

// As a number, or as digits where a number could not hold it: number?, text.
struct Whole {
  std::optional<double> number;
  std::string text;
};
Whole read_whole(Reader& in);

// Errors: those of core/random/request.hpp.
lesson::Outcome<std::uint64_t> seed_of(const Whole& whole, lesson::SeedOf library);

}  // namespace wire
