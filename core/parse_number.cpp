// A recursive-descent reader of typed numbers. Each rule reads its part, or notes the first error and gives NaN; every
// rule stops at once when there is an error. 64 characters bound the recursion.
//
//   sum      = product { ("+" | "-") product }
//   product  = signed { ("*" | "/") signed }
//   signed   = [ "+" | "-" ] power
//   power    = atom [ "^" signed ]
//   atom     = decimal | "(" sum ")" | "sqrt" "(" sum ")" | "√" [ "-" ] atom | "pi" | "e" | "inf" | "nan"
#include <cmath>
#include <limits>
#include <optional>

#include "core/decimal.hpp"
#include "core/parse.hpp"
#include "core/scan.hpp"

namespace lesson {
namespace {

constexpr std::size_t kMostCharacters = 64;
constexpr int kDeepest = 16;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = 3.14159265358979323846;
constexpr double kE = 2.71828182845904523536;

class Reader {
 public:
  Reader(std::string_view text, const Place& where) : text_(text), scan_(text), where_(where) {}

  Outcome<double> read() {
    const double value = sum();
    if (!error_ && !scan_.done()) unreadable(scan_.at());
    if (error_) return *error_;
    return value;
  }

 private:
  double fail(const char* code, std::string message) {
    if (!error_) error_ = Error{code, std::move(message), where_};
    return kNaN;
  }

  double unreadable(std::size_t at) {
    if (at >= text_.size()) {
      return fail("number-unreadable", quoted(text_) + " ends too early: a number is missing at its end.");
    }
    return fail("number-unreadable", quoted(text_) + " cannot be read as a number from character " +
                                         std::to_string(scan_.characters_before(at) + 1) +
                                         " on: " + quoted(text_.substr(at)) + ".");
  }

  // An infinity made of finite numbers is too large; one that was typed, or made of one, is meant.
  double bounded(double value, double a, double b) {
    if (!std::isinf(value) || !std::isfinite(a) || !std::isfinite(b)) return value;
    return fail("number-overflow", quoted(text_) + " is beyond 1.8e308, the largest number that fits.");
  }

  double division_by_zero() { return fail("number-division", quoted(text_) + " divides by 0, which has no result."); }

  double negative_root() {
    return fail("number-root", quoted(text_) + " takes a root of a negative number, which is not a real number.");
  }

  bool eat_minus() { return scan_.eat("-") || scan_.eat("−"); }

  double sum() {
    double left = product();
    while (!error_) {
      scan_.skip_spaces();
      const bool plus = scan_.eat("+");
      if (!plus && !eat_minus()) break;
      const double right = product();
      if (!error_) left = bounded(plus ? left + right : left - right, left, right);
    }
    return left;
  }

  double product() {
    double left = with_sign();
    while (!error_) {
      scan_.skip_spaces();
      const bool times = scan_.eat("*") || scan_.eat("×") || scan_.eat("·");
      if (!times && !scan_.eat("/") && !scan_.eat("÷")) break;
      const double right = with_sign();
      if (error_) break;
      if (!times && right == 0) return division_by_zero();
      left = bounded(times ? left * right : left / right, left, right);
    }
    return left;
  }

  double with_sign() {
    scan_.skip_spaces();
    if (eat_minus()) return -power();
    scan_.eat("+");
    return power();
  }

  double power() {
    const double base = atom();
    if (error_) return kNaN;
    scan_.skip_spaces();
    if (!scan_.eat("^")) return base;
    const double exponent = with_sign();
    if (error_) return kNaN;
    if (base == 0 && exponent < 0) return division_by_zero();
    const double value = std::pow(base, exponent);
    if (std::isnan(value) && !std::isnan(base) && !std::isnan(exponent)) return negative_root();
    return bounded(value, base, exponent);
  }

  double atom() {
    scan_.skip_spaces();
    const std::size_t start = scan_.at();
    const char c = scan_.peek();
    if (is_digit(c) || c == '.' || c == ',') return decimal();
    if (c == '(') return brackets();
    if (scan_.eat("√")) return root(eat_minus() ? -atom() : atom());
    if (is_letter(c)) return word();
    if (scan_.eat("∞")) return kInfinity;
    if (scan_.eat("π")) return kPi;
    return unreadable(start);
  }

  double brackets() {
    const std::size_t start = scan_.at();
    if (!scan_.eat("(")) return unreadable(start);
    if (++depth_ > kDeepest) {
      return fail("number-too-long",
                  quoted(text_) + " has brackets nested deeper than " + std::to_string(kDeepest) + ".");
    }
    const double value = sum();
    if (error_) return kNaN;
    scan_.skip_spaces();
    if (!scan_.eat(")")) {
      if (!scan_.done()) return unreadable(scan_.at());
      return fail("number-unreadable", quoted(text_) + " opens a bracket at character " +
                                           std::to_string(scan_.characters_before(start) + 1) +
                                           " that is never closed.");
    }
    --depth_;
    return value;
  }

  double root(double value) {
    if (error_) return kNaN;
    return value < 0 ? negative_root() : std::sqrt(value);
  }

  double word() {
    const std::size_t start = scan_.at();
    while (is_letter(scan_.peek())) scan_.skip();
    Scan name(scan_.from(start));
    const auto is = [&name](std::string_view what) {
      name.back_to(0);
      return name.eat(what) && name.done();
    };
    if (is("pi")) return kPi;
    if (is("e")) return kE;
    if (is("nan")) return kNaN;
    if (is("inf") || is("infinity")) return kInfinity;
    if (!is("sqrt")) return unreadable(start);
    scan_.skip_spaces();
    return root(brackets());
  }

  // Digits with at most one decimal point or comma, and perhaps an exponent.
  double decimal() {
    const std::size_t start = scan_.at();
    std::size_t points = 0, commas = 0, digits = 0, separator = 0;
    for (; is_digit(scan_.peek()) || scan_.peek() == '.' || scan_.peek() == ','; scan_.skip()) {
      const char c = scan_.peek();
      if (is_digit(c)) {
        ++digits;
        continue;
      }
      ++(c == '.' ? points : commas);
      const bool second = points + commas > 1;
      if (second && (commas == 0 || !is_digit(scan_.peek(1)) || scan_.at() == separator + 1)) {
        return unreadable(scan_.at());
      }
      separator = scan_.at();
    }
    if (digits == 0) return unreadable(start);
    if (commas > 0 && ambiguous(scan_.from(start), points + commas, separator - start)) {
      return fail("number-comma", quoted(scan_.from(start)) +
                                      " can be read in two ways: leave out the comma between thousands, or write the "
                                      "decimal sign as a point.");
    }
    if (commas > 0 && separator + 1 == scan_.at()) return unreadable(separator);

    std::string plain;
    for (const char c : scan_.from(start)) {
      if (is_digit(c)) plain += c;
    }
    const bool separated = points + commas > 0;
    const int behind = separated ? static_cast<int>(scan_.at() - separator) - 1 : 0;
    const int power = exponent();
    if (error_) return kNaN;
    return bounded(nearest_double(plain, power - behind), 0, 0);
  }

  // What stands after "e"; 0 if there is none.
  int exponent() {
    constexpr int kEnough = 100000;  // beyond every exponent that matters, however many digits follow
    const std::size_t start = scan_.at();
    if (!scan_.eat("e")) return 0;
    const bool minus = eat_minus();
    if (!minus) scan_.eat("+");
    if (!is_digit(scan_.peek())) {
      unreadable(start);
      return 0;
    }
    int value = 0;
    for (; is_digit(scan_.peek()); scan_.skip()) value = value < kEnough ? value * 10 + (scan_.peek() - '0') : kEnough;
    return minus ? -value : value;
  }

  // "1,000" and "1,000,000" and "1,000.5", but not "0,125" (no thousands begin with 0) nor "1,5" nor "1234,567".
  static bool ambiguous(std::string_view text, std::size_t separators, std::size_t separator) {
    if (separators > 1) return true;
    return separator >= 1 && separator <= 3 && text[0] != '0' && text.size() - separator == 4;
  }

  std::string_view text_;
  Scan scan_;
  const Place& where_;
  int depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Outcome<double> parse_number(std::string_view text, const Place& where) {
  Scan leading(text);
  leading.skip_spaces();
  if (leading.done()) return Error{"number-empty", "This cell is empty: type a number, such as 0.5 or 1/3.", where};
  // Counted without the spaces at the end, which are found from the last byte that is no part of one.
  std::string_view trimmed = text.substr(leading.at());
  std::size_t end = 0;
  for (Scan scan(trimmed); !scan.done(); scan.skip_spaces()) {
    scan.skip();
    end = scan.at();
  }
  trimmed = trimmed.substr(0, end);
  const std::size_t characters = count_characters(trimmed);
  if (characters > kMostCharacters) {
    return Error{"number-too-long",
                 quoted(trimmed) + " has " + std::to_string(characters) + " characters; a number may have " +
                     std::to_string(kMostCharacters) + ".",
                 where};
  }
  return Reader(trimmed, where).read();
}

}  // namespace lesson
