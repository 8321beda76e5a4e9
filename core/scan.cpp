#include "core/scan.hpp"

namespace lesson {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Bytes of the well-formed character at `at`, or 0 if there is none.
std::size_t length_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80U) return 1;
  const std::size_t length = first >= 0xF0U && first < 0xF5U   ? 4
                             : first >= 0xE0U && first < 0xF0U ? 3
                             : first >= 0xC2U && first < 0xE0U ? 2
                                                               : 0;
  if (length == 0 || text.size() - at < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text[at + i])) return 0;
  }
  const auto second = static_cast<unsigned char>(text[at + 1]);
  const bool overlong = (first == 0xE0U && second < 0xA0U) || (first == 0xF0U && second < 0x90U);
  const bool surrogate = first == 0xEDU && second > 0x9FU;
  const bool too_high = first == 0xF4U && second > 0x8FU;
  return overlong || surrogate || too_high ? 0 : length;
}

}  // namespace

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

bool Scan::eat(std::string_view word) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (at_ + i >= text_.size() || lower(text_[at_ + i]) != word[i]) return false;
  }
  at_ += word.size();
  return true;
}

void Scan::skip_spaces() {
  for (;;) {
    const char c = peek();
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      skip();
    } else if (!eat("\u00A0") && !eat("\u2009") && !eat("\u202F") && !eat("\uFEFF")) {
      return;
    }
  }
}

std::size_t Scan::characters_before(std::size_t at) const { return count_characters(text_.substr(0, at)); }

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    const std::size_t length = length_at(text, at);
    at += length == 0 ? 1 : length;
  }
  return count;
}

std::string quoted(std::string_view text) {
  constexpr int kMost = 24;
  std::string result = "\"";
  std::size_t at = 0;
  for (int shown = 0; at < text.size() && shown < kMost; ++shown) {
    const std::size_t length = length_at(text, at);
    const bool control = length == 1 && (static_cast<unsigned char>(text[at]) < 0x20U || text[at] == 0x7F);
    if (length == 0 || control) {
      result += '?';
      ++at;
    } else {
      result += text.substr(at, length);
      at += length;
    }
  }
  return result + (at < text.size() ? "...\"" : "\"");
}

}  // namespace lesson
