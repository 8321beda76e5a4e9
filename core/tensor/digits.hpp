// A decimal number at a place of a long text: of JSON, or printed by NumPy and PyTorch.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lesson {

struct Digits {
  double value = 0;        // the nearest binary64; infinite beyond 1.8e308
  std::size_t length = 0;  // bytes read
  double step = 0;         // one unit of the last digit after the point; 0 where there is no point and no exponent
  bool scientific = false;
};

// [+-] digits [. digits] [e [+-] digits], where the digits before or after the point may be missing, as in "1." and
// ".5". None where no number stands. Beyond 64 digits the rest does not count.
std::optional<Digits> read_digits(std::string_view text);

}  // namespace lesson
