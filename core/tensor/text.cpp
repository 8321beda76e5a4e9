#include "core/tensor/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/scan.hpp"
#include "core/tensor/digits.hpp"
#include "core/tensor/nest.hpp"

namespace lesson {
namespace {

bool in_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; }

// What wraps a table and is not its name.
bool is_maker(std::string_view word) {
  const std::string_view last = word.substr(word.find_last_of('.') + 1);  // npos + 1 is 0
  return last == "tensor" || last == "Tensor" || last == "array" || last == "Parameter" || last == "asarray";
}

// Whose brackets are no table.
bool is_shape(std::string_view word) { return word.ends_with("Size") || word == "shape" || word == "size"; }

class Reader {
 public:
  explicit Reader(std::string_view text) : scan_(text), text_(text) {}

  Outcome<std::vector<Tensor>> read() {
    while (!scan_.done()) {
      const char c = scan_.peek();
      if (c == '[') {
        if (auto refused = read_table()) return *refused;
      } else if (is_letter(c) || c == '_') {
        read_word();
      } else {
        if (c == '\n' && !named_) word_.clear();
        scan_.skip();
      }
    }
    if (tensors_.empty()) {
      return Error{"text-no-tensor",
                   "There is no table in this text: paste what print(q) shows, from its first [ to its last ].",
                   {"text"}};
    }
    return std::move(tensors_);
  }

 private:
  // Keeps the last word that can be a name.
  void read_word() {
    const std::size_t start = scan_.at();
    while (in_word(scan_.peek())) scan_.skip();
    const std::string_view found = scan_.from(start);
    while (scan_.peek() == ' ') scan_.skip();
    if (is_shape(found) || (is_shape(word_) && scan_.peek() == '[')) {
      skip_brackets();
      return;
    }
    if (is_maker(found)) {
      named_ = named_ || !word_.empty();
      return;
    }
    word_ = std::string(found);
    named_ = scan_.peek() == '=' || scan_.peek() == ':';
  }

  void skip_brackets() {
    int depth = 0;
    while (!scan_.done() && scan_.peek() != '\n') {
      const char c = scan_.peek();
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      scan_.skip();
      if (depth <= 0 && (c == ')' || c == ']')) return;
    }
  }

  Error unreadable() const {
    return {"text-unreadable",
            quoted(text_.substr(scan_.at())) + " in the table " + quoted(name_) + " is no number.",
            {name_}};
  }

  std::optional<Error> read_table() {
    if (tensors_.size() == kMostTensors) {
      return Error{"tensor-count",
                   "The text holds more than " + std::to_string(kMostTensors) + " tables, the most that are read.",
                   {"text"}};
    }
    name_ = word_.empty() ? "tensor " + std::to_string(tensors_.size() + 1) : word_;
    word_.clear();
    named_ = false;
    Nest nest(name_);
    double fixed = 0, scientific = 0;
    bool all_flags = true;
    do {
      const char c = scan_.peek();
      if (scan_.done()) {
        return Error{"text-open", "The table " + quoted(name_) + " is not closed: copy it to its last ].", {name_}};
      }
      if (c == '[' || c == ']') {
        scan_.skip();
        if (auto refused = c == '[' ? nest.open() : nest.close()) return refused;
      } else if (c == ',' || c == ' ' || c == '\n' || c == '\r' || c == '\t') {
        scan_.skip();
      } else if (text_.substr(scan_.at(), 3) == "..." || scan_.eat("…")) {
        return Error{"text-elided",
                     "Numbers of " + quoted(name_) +
                         " were left out when it was printed (...). Print all of them: "
                         "torch.set_printoptions(profile=\"full\") or numpy.set_printoptions(threshold=sys.maxsize).",
                     {name_}};
      } else {
        const auto number = read_number(all_flags, fixed, scientific);
        if (!number) return unreadable();
        if (auto refused = nest.add(*number)) return refused;
      }
    } while (nest.is_open());
    Tensor tensor = nest.tensor();
    tensor.printed_step = std::max(fixed, scientific) / 2;
    if (all_flags && nest.numbers() > 0) {
      std::vector<std::uint8_t> flags;
      for (Index at = 0; at < size_of(tensor); ++at) flags.push_back(number_at(tensor, at) != 0 ? 1 : 0);
      tensor.element = Element::Bool;
      tensor.bytes = std::move(flags);
    }
    read_tail(tensor);
    tensors_.push_back(std::move(tensor));
    return std::nullopt;
  }

  std::optional<double> read_number(bool& all_flags, double& fixed, double& scientific) {
    if (scan_.eat("true")) return 1;
    if (scan_.eat("false")) return 0;
    all_flags = false;
    const std::size_t start = scan_.at();
    const bool minus = scan_.eat("-");
    if (scan_.eat("nan")) return std::numeric_limits<double>::quiet_NaN();
    if (scan_.eat("inf")) return (minus ? -1 : 1) * std::numeric_limits<double>::infinity();
    scan_.back_to(start);
    const auto digits = read_digits(text_.substr(start, 512));
    if (!digits) return std::nullopt;
    scan_.skip(digits->length);
    if (in_word(scan_.peek())) return std::nullopt;  // "1j", "3rd"
    // NumPy prints no more digits than a number has, and PyTorch four at least: "0.5" has not been rounded.
    if (digits->scientific) {
      scientific = std::max(scientific, digits->step / std::max(1.0, std::abs(digits->value)));
    } else if (digits->step > 0 && digits->step < 2e-3) {
      fixed = fixed == 0 ? digits->step : std::min(fixed, digits->step);
    }
    return digits->value;
  }

  // ", dtype=torch.float64, size=(2, 0), grad_fn=<...>)" after a table.
  void read_tail(Tensor& tensor) {
    const std::size_t start = scan_.at();
    skip_spaces();
    if (scan_.peek() != ',' && scan_.peek() != ')') return scan_.back_to(start);
    while (!scan_.done() && scan_.peek() != ')' && scan_.peek() != '[') {
      if (scan_.eat("size=(")) {
        std::vector<Index> shape;
        for (; !scan_.done() && scan_.peek() != ')'; scan_.skip()) {
          const auto size = is_digit(scan_.peek()) ? read_digits(text_.substr(scan_.at(), 10)) : std::nullopt;
          if (!size) continue;
          if (size->value < 0x1p31) shape.push_back(static_cast<Index>(size->value));
          scan_.skip(size->length - 1);
        }
        const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
        if (empty && size_of(tensor) == 0 && shape.size() <= kMostRank) tensor.shape = shape;
      }
      // Only what a printed tensor may say ends it; a name of the next table is no part of this one.
      if (scan_.peek() == '<') {
        while (!scan_.done() && scan_.peek() != '>') scan_.skip();
      }
      scan_.skip();
    }
    if (scan_.peek() == ')') {
      scan_.skip();
    } else {
      scan_.back_to(start);
    }
  }

  void skip_spaces() {
    while (scan_.peek() == ' ' || scan_.peek() == '\n' || scan_.peek() == '\r') scan_.skip();
  }

  Scan scan_;
  std::string_view text_;
  std::string word_, name_;
  bool named_ = false;
  std::vector<Tensor> tensors_;
};

}  // namespace

Outcome<std::vector<Tensor>> parse_printed(std::string_view text) { return Reader(text).read(); }

}  // namespace lesson
