#include "wasm/sink.hpp"

#include <algorithm>

namespace wire {

double* Sink::begin(const char* name, const char* kind, std::size_t rows, std::size_t cols) {
  if (names_) {
    open(name, kind);
    return nullptr;
  }
  count_ += 2 + rows * cols;
  if (!next_) return nullptr;
  *next_++ = static_cast<double>(rows);
  *next_++ = static_cast<double>(cols);
  double* const at = next_;
  next_ += rows * cols;
  return at;
}

void Sink::open(const char* name, const char* bracket) {
  if (!names_) return;
  if (!names_->empty() && names_->back() != '{' && names_->back() != '[') *names_ += ',';
  *names_ += name;
  *names_ += bracket;
}

void Sink::open(const char* name, const char* bracket, double length) {
  if (double* const at = begin(name, bracket, 1, 1)) *at = length;
}

void Sink::close(const char* bracket) {
  if (names_) *names_ += bracket;
}

void Sink::field(const char* name, double number) {
  if (double* const at = begin(name, ":number", 1, 1)) *at = number;
}

void Sink::field(const char* name, const std::optional<double>& number) {
  const std::size_t size = number ? 1 : 0;
  double* const at = begin(name, ":number", size, size);
  if (at && number) *at = *number;
}

void Sink::field(const char* name, const Matrix& m) {
  double* const at = begin(name, "", static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()));
  if (at) std::copy_n(m.data(), m.size(), at);
}

void Sink::field(const char* name, const Flags& f) {
  double* const at = begin(name, "", static_cast<std::size_t>(f.rows()), static_cast<std::size_t>(f.cols()));
  if (at) std::copy_n(f.data(), f.size(), at);
}

void Sink::field(const char* name, const Vector& v) {
  double* const at = begin(name, ":vector", static_cast<std::size_t>(v.size()), 1);
  if (at) std::copy_n(v.data(), v.size(), at);
}

void Sink::field(const char* name, const std::vector<Index>& indices) {
  double* const at = begin(name, ":indices", indices.size(), 1);
  if (at) std::transform(indices.begin(), indices.end(), at, [](Index i) { return static_cast<double>(i); });
}

void Sink::bytes(const char* name, const char* kind, std::string_view text) {
  double* const at = begin(name, kind, text.size(), 1);
  if (at) std::transform(text.begin(), text.end(), at, [](char c) { return static_cast<unsigned char>(c); });
}

void Sink::text(const char* name, std::string_view text) { bytes(name, ":text", text); }

void Sink::digits(const char* name, std::string_view digits) { bytes(name, ":whole", digits); }

}  // namespace wire
