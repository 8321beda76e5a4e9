// A view of typed text that knows UTF-8 and never reads outside.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lesson {

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  bool done() const { return at_ >= text_.size(); }
  std::size_t at() const { return at_; }
  void back_to(std::size_t at) { at_ = at; }
  std::string_view from(std::size_t start) const { return text_.substr(start, at_ - start); }

  // The byte `ahead` of here; 0 past the end (and for a NUL in the text, which starts nothing that anyone reads).
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip(std::size_t bytes = 1) { at_ = at_ + bytes < text_.size() ? at_ + bytes : text_.size(); }

  // Eats `word` if it stands here; ASCII letters match in either case. `word` is lower case.
  bool eat(std::string_view word);

  // Eats spaces of every kind that people paste: ASCII, no-break, thin, narrow no-break, byte-order mark.
  void skip_spaces();

  // How many characters (code points) lie before byte `at`.
  std::size_t characters_before(std::size_t at) const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_digit(char c);
bool is_letter(char c);

// Code points in UTF-8; a stray byte counts as one, so junk can make it only larger.
std::size_t count_characters(std::string_view text);

// The text in double quotes for a message: at most 24 characters, then "..."; control characters and broken UTF-8
// become "?".
std::string quoted(std::string_view text);

}  // namespace lesson
