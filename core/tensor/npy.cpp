#include "core/tensor/npy.hpp"

#include <array>
#include <optional>

#include "core/scan.hpp"

namespace lesson {
namespace {

constexpr std::array<std::uint8_t, 6> kMagic = {0x93, 'N', 'U', 'M', 'P', 'Y'};
constexpr std::size_t kMostHeader = 65536;

struct Header {
  Element element = Element::Float64;
  bool big_endian = false;
  bool column_major = false;
  std::vector<std::uint64_t> shape;
};

// The dictionary: three keys in any order, each once. No rule calls itself, so no input is too deep.
class Reader {
 public:
  Reader(std::string_view text, std::string_view name) : scan_(text), name_(name) {}

  Outcome<Header> read() {
    spaces();
    if (!scan_.eat("{")) return broken("does not begin with {");
    bool descr = false, order = false, shape = false;
    for (spaces(); !scan_.eat("}"); spaces()) {
      const auto key = text();
      spaces();
      if (!key || !scan_.eat(":")) return broken("has no key in quotes where one should stand");
      spaces();
      if (*key == "descr" && !descr) {
        descr = true;
        if (auto refused = read_type()) return *refused;
      } else if (*key == "fortran_order" && !order) {
        order = true;
        header_.column_major = scan_.eat("true");
        if (!header_.column_major && !scan_.eat("false"))
          return broken("has a fortran_order that is not True or False");
      } else if (*key == "shape" && !shape) {
        shape = true;
        if (!read_shape()) return broken("has a shape that is not a tuple of whole numbers");
      } else {
        return broken("has the key " + quoted(*key) + " twice or for nothing");
      }
      spaces();
      if (!scan_.eat(",") && scan_.peek() != '}') return broken("has no comma after " + quoted(*key));
    }
    if (!descr || !order || !shape) return broken("lacks descr, fortran_order or shape");
    return header_;
  }

 private:
  void spaces() {
    while (scan_.peek() == ' ' || scan_.peek() == '\n') scan_.skip();
  }

  Error broken(const std::string& how) const {
    return {"npy-header", "The header of " + quoted(name_) + " " + how + ": it was not written by NumPy.", {name_}};
  }

  std::optional<std::string> text() {
    const char quote = scan_.peek();
    if (quote != '\'' && quote != '"') return std::nullopt;
    scan_.skip();
    const std::size_t start = scan_.at();
    while (!scan_.done() && scan_.peek() != quote) scan_.skip();
    std::string found(scan_.from(start));
    if (scan_.done()) return std::nullopt;
    scan_.skip();
    return found;
  }

  std::optional<Error> read_type() {
    const auto type = text();
    if (!type) {
      return Error{
          "npy-dtype", quoted(name_) + " holds records of several fields: save each field as its own array.", {name_}};
    }
    static constexpr struct {
      std::string_view name;
      Element element;
    } kTypes[] = {{"f8", Element::Float64}, {"f4", Element::Float32}, {"f2", Element::Float16}, {"i8", Element::Int64},
                  {"i4", Element::Int32},   {"u1", Element::UInt8},   {"b1", Element::Bool}};
    std::string_view kind = *type;
    header_.big_endian = kind.substr(0, 1) == ">";
    if (!kind.empty() && std::string_view("<>|=").find(kind.front()) != std::string_view::npos) kind.remove_prefix(1);
    for (const auto& one : kTypes) {
      if (one.name != kind) continue;
      header_.element = one.element;
      if (bytes_of(one.element) == 1) header_.big_endian = false;
      return std::nullopt;
    }
    const bool object = kind.substr(0, 1) == "O";
    return Error{"npy-dtype",
                 quoted(name_) + " has dtype " + quoted(*type) +
                     (object ? ", Python objects, which are a program and not numbers: "
                             : ": read are float64, float32, float16, int64, int32, uint8 and bool; ") +
                     "convert it first, such as by .astype(numpy.float64).",
                 {name_}};
  }

  bool read_shape() {
    if (!scan_.eat("(")) return false;
    for (spaces(); !scan_.eat(")"); spaces()) {
      std::uint64_t size = 0;
      const std::size_t start = scan_.at();
      // Beyond every size that is accepted it stops growing, so that it cannot overflow.
      for (; is_digit(scan_.peek()); scan_.skip()) {
        if (size < kMostBytes * kMostBytes) size = size * 10 + static_cast<std::uint64_t>(scan_.peek() - '0');
      }
      if (scan_.at() == start) return false;
      scan_.eat("l");  // as Python 2 wrote it
      header_.shape.push_back(size);
      spaces();
      if (!scan_.eat(",") && scan_.peek() != ')') return false;
      if (header_.shape.size() > kMostHeader) return false;
    }
    return true;
  }

  Scan scan_;
  std::string name_;
  Header header_;
};

}  // namespace

bool is_npy(Bytes file) {
  return file.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), file.begin());
}

Outcome<Tensor> parse_npy(Bytes file, std::string_view name) {
  const Place where{std::string(name)};
  if (!is_npy(file)) {
    return Error{"npy-magic", quoted(name) + " does not begin with the bytes of an .npy file.", where};
  }
  const auto too_short = [&] {
    return Error{"npy-header", "The header of " + quoted(name) + " ends too early: the file is cut off.", where};
  };
  if (file.size() < 8) return too_short();
  const unsigned major = file[6], minor = file[7];
  if (major < 1 || major > 3 || minor != 0) {
    return Error{"npy-version",
                 quoted(name) + " is of version " + std::to_string(major) + "." + std::to_string(minor) +
                     " of the format; 1.0, 2.0 and 3.0 are read.",
                 where};
  }
  const std::size_t wide = major == 1 ? 2 : 4, start = 8 + wide;
  if (file.size() < start) return too_short();
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < wide; ++i) length |= static_cast<std::uint64_t>(file[8 + i]) << (8 * i);
  if (length > kMostHeader) {
    return Error{"npy-header",
                 "The header of " + quoted(name) + " claims " + std::to_string(length) + " bytes; at most " +
                     std::to_string(kMostHeader) + " are read.",
                 where};
  }
  if (file.size() - start < length) return too_short();
  const auto text = file.subspan(start, static_cast<std::size_t>(length));
  const auto header = Reader({reinterpret_cast<const char*>(text.data()), text.size()}, name).read();
  if (!header) return header.error();

  const auto wanted = bytes_for(name, header->shape, header->element);
  if (!wanted) return wanted.error();
  const Bytes data = file.subspan(start + static_cast<std::size_t>(length));
  if (data.size() < *wanted) {
    return Error{"npy-truncated",
                 quoted(name) + " needs " + std::to_string(*wanted) + " bytes of numbers and has " +
                     std::to_string(data.size()) + ": the file is cut off.",
                 where};
  }
  if (data.size() > *wanted) {
    return Error{"npy-extra",
                 quoted(name) + " needs " + std::to_string(*wanted) + " bytes of numbers and has " +
                     std::to_string(data.size()) + ": several arrays in one file are saved by numpy.savez.",
                 where};
  }
  return make_tensor(name, header->shape, header->element, data, header->big_endian, header->column_major);
}

}  // namespace lesson
