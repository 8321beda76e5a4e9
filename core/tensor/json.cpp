#include "core/tensor/json.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "core/scan.hpp"
#include "core/tensor/digits.hpp"
#include "core/tensor/nest.hpp"

namespace lesson {
namespace {

constexpr std::size_t kMostText = 1024;

// The four hexadecimal digits at `at`; -1 where they are none.
int hexadecimal(std::string_view text, std::size_t at) {
  if (text.size() < at + 4) return -1;
  int value = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    const char c = text[i];
    const int digit = is_digit(c)            ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

void append_utf8(std::string& text, std::uint32_t point) {
  const auto byte = [&text](std::uint32_t value) { text += static_cast<char>(static_cast<unsigned char>(value)); };
  if (point < 0x80) return byte(point);
  if (point < 0x800) {
    byte(0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      byte(0xE0 | point >> 12);
    } else {
      byte(0xF0 | point >> 18);
      byte(0x80 | (point >> 12 & 0x3F));
    }
    byte(0x80 | (point >> 6 & 0x3F));
  }
  byte(0x80 | (point & 0x3F));
}

}  // namespace

JsonToken JsonScan::broken() {
  text_ = text_.substr(0, at_);  // nothing is read any more
  broken_ = true;
  return JsonToken::Broken;
}

JsonToken JsonScan::word(std::string_view name, JsonToken token) {
  if (text_.substr(at_, name.size()) != name) return broken();
  at_ += name.size();
  return token;
}

JsonToken JsonScan::string() {
  string_.clear();
  for (++at_; at_ < text_.size() && string_.size() <= kMostText;) {
    const char c = text_[at_++];
    if (c == '"') return JsonToken::String;
    if (static_cast<unsigned char>(c) < 0x20) break;
    if (c != '\\') {
      string_ += c;
      continue;
    }
    const char escape = at_ < text_.size() ? text_[at_++] : '\0';
    static constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t known = kEscapes.find(escape); escape != '\0' && known != std::string_view::npos) {
      string_ += kMeanings[known];
      continue;
    }
    int point = escape == 'u' ? hexadecimal(text_, at_) : -1;
    if (point < 0) break;
    at_ += 4;
    if (point >= 0xD800 && point < 0xDC00) {
      const int low = text_.substr(at_, 2) == "\\u" ? hexadecimal(text_, at_ + 2) : -1;
      if (low < 0xDC00 || low > 0xDFFF) break;
      point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
      at_ += 6;
    } else if (point >= 0xDC00 && point <= 0xDFFF) {
      break;
    }
    append_utf8(string_, static_cast<std::uint32_t>(point));
  }
  at_ = std::min(at_, text_.size());
  return broken();
}

JsonToken JsonScan::next() {
  while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
  if (at_ >= text_.size()) return broken_ ? JsonToken::Broken : JsonToken::End;
  const char c = text_[at_];
  static constexpr std::string_view kMarks = "{}[]:,";
  if (const std::size_t mark = kMarks.find(c); mark != std::string_view::npos) {
    ++at_;
    return static_cast<JsonToken>(mark);
  }
  if (c == '"') return string();
  if (c == 't') return word("true", JsonToken::True);
  if (c == 'f') return word("false", JsonToken::False);
  if (c == 'n') return word("null", JsonToken::Null);
  const bool minus = c == '-';
  if (text_.substr(at_ + (minus ? 1 : 0), 1) == "I") {
    number_ = (minus ? -1 : 1) * std::numeric_limits<double>::infinity();
    return word(minus ? "-Infinity" : "Infinity", JsonToken::Number);
  }
  if (c == 'N') {
    number_ = std::numeric_limits<double>::quiet_NaN();
    return word("NaN", JsonToken::Number);
  }
  if (!minus && !is_digit(c)) return broken();
  const auto digits = read_digits(text_.substr(at_));
  // "-.5", "1." and "01" are no JSON; whoever writes them means what they say.
  if (!digits) return broken();
  number_ = digits->value;
  at_ += digits->length;
  return JsonToken::Number;
}

namespace {

class Reader {
 public:
  Reader(std::string_view text, std::string_view name) : scan_(text), name_(name) {}

  Outcome<std::vector<Tensor>> read() {
    const JsonToken first = scan_.next();
    if (first == JsonToken::ObjectOpen) {
      if (auto refused = read_object()) return *refused;
    } else if (auto refused = read_value(first, name_)) {
      return *refused;
    }
    if (scan_.next() != JsonToken::End) return broken();
    if (tensors_.empty()) {
      return Error{"json-no-tensor",
                   quoted(name_) + " holds no tensor: write nested arrays by name, such as {\"q\": [[1, 0], [0, 1]]}.",
                   {name_}};
    }
    return std::move(tensors_);
  }

 private:
  Error broken() const {
    return {"json-broken",
            quoted(name_) + " is no JSON from byte " + std::to_string(scan_.at() + 1) + " on, or ends too early there.",
            {name_}};
  }

  std::optional<Error> read_object() {
    for (JsonToken token = scan_.next(); token != JsonToken::ObjectClose; token = scan_.next()) {
      if (!tensors_.empty()) {
        if (token != JsonToken::Comma) return broken();
        token = scan_.next();
      }
      if (token != JsonToken::String) return broken();
      const std::string key = scan_.text();
      if (!names_.insert(key).second) {
        return Error{"tensor-name", quoted(name_) + " gives the name " + quoted(key) + " twice.", {key}};
      }
      if (names_.size() > kMostTensors) {
        return Error{
            "tensor-count",
            quoted(name_) + " holds more than " + std::to_string(kMostTensors) + " tensors, the most that are read.",
            {name_}};
      }
      if (scan_.next() != JsonToken::Colon) return broken();
      if (auto refused = read_value(scan_.next(), key)) return refused;
    }
    return std::nullopt;
  }

  // A number, or brackets down to numbers.
  std::optional<Error> read_value(JsonToken token, const std::string& name) {
    Nest nest(name);
    bool all_flags = true, after_value = false;
    for (;; token = scan_.next()) {
      if (token == JsonToken::Broken || token == JsonToken::End) return broken();
      if (token == JsonToken::ArrayClose && nest.is_open() && (after_value || just_opened_)) {
        if (auto refused = nest.close()) return refused;
        after_value = true;
      } else if (token == JsonToken::Comma && after_value) {
        after_value = just_opened_ = false;
        continue;
      } else if (after_value) {
        return broken();
      } else if (token == JsonToken::ArrayOpen) {
        if (auto refused = nest.open()) return refused;
        just_opened_ = true;
        continue;
      } else if (token == JsonToken::Number || token == JsonToken::True || token == JsonToken::False) {
        all_flags = all_flags && token != JsonToken::Number;
        const double number = token == JsonToken::Number ? scan_.number() : token == JsonToken::True ? 1 : 0;
        if (auto refused = nest.add(number)) return refused;
        after_value = true;
      } else if (token == JsonToken::String || token == JsonToken::Null || token == JsonToken::ObjectOpen) {
        const char* const what = token == JsonToken::String ? "a text"
                                 : token == JsonToken::Null ? "null"
                                                            : "an object";
        return Error{"json-value", quoted(name) + " holds " + what + " where numbers are expected.", {name}};
      } else {
        return broken();
      }
      just_opened_ = false;
      if (!nest.is_open()) break;
    }
    all_numbers_ += nest.numbers();
    Tensor tensor = nest.tensor();
    if (all_flags && nest.numbers() > 0) {
      std::vector<std::uint8_t> flags;
      for (Index at = 0; at < size_of(tensor); ++at) flags.push_back(number_at(tensor, at) != 0 ? 1 : 0);
      tensor.element = Element::Bool;
      tensor.bytes = std::move(flags);
    }
    if (all_numbers_ * sizeof(double) > kMostBytes) {
      return Error{"tensor-too-large",
                   quoted(name_) + " holds more than " + std::to_string(kMostBytes / sizeof(double)) + " numbers.",
                   {name_}};
    }
    tensors_.push_back(std::move(tensor));
    return std::nullopt;
  }

  JsonScan scan_;
  std::string name_;
  std::vector<Tensor> tensors_;
  std::set<std::string> names_;
  std::uint64_t all_numbers_ = 0;
  bool just_opened_ = false;
};

}  // namespace

Outcome<std::vector<Tensor>> parse_json(std::string_view text, std::string_view name) {
  return Reader(text, name).read();
}

}  // namespace lesson
