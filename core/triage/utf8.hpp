// UTF-8, byte by byte (RFC 3629).
#pragma once

#include <cstddef>
#include <string_view>

namespace lesson::triage {

// How many bytes the character at `at` has, 1 to 4; 0 where none stands there: a stray or missing continuation, an
// overlong form, a surrogate, or beyond U+10FFFF. `at` is within the bytes.
std::size_t utf8_length(std::string_view bytes, std::size_t at);

}  // namespace lesson::triage
