#include "core/tensor/tensor.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/half.hpp"
#include "core/scan.hpp"

namespace lesson {
namespace {

template <typename Number>
Number read(const std::uint8_t* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);  // every machine that this runs on is little-endian
  return number;
}

void reverse_each(std::vector<std::uint8_t>& bytes, std::size_t width) {
  for (std::size_t at = 0; at + width <= bytes.size(); at += width) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + width));
  }
}

// The first axis runs fastest in `data`; in the result the last one does.
std::vector<std::uint8_t> row_major(Bytes data, const std::vector<Index>& shape, std::size_t width) {
  std::vector<std::uint8_t> ordered(data.size());
  std::vector<std::size_t> place(shape.size(), 0), stride(shape.size(), 1);
  for (std::size_t axis = 1; axis < shape.size(); ++axis) {
    stride[axis] = stride[axis - 1] * static_cast<std::size_t>(shape[axis - 1]);
  }
  std::size_t from = 0;
  for (std::size_t to = 0; to < data.size(); to += width) {
    std::memcpy(ordered.data() + to, data.data() + from * width, width);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      from += stride[axis];
      if (++place[axis] < static_cast<std::size_t>(shape[axis])) break;
      from -= stride[axis] * place[axis];
      place[axis] = 0;
    }
  }
  return ordered;
}

}  // namespace

std::size_t bytes_of(Element element) {
  switch (element) {
    case Element::Float64:
    case Element::Int64:
      return 8;
    case Element::Float32:
    case Element::Int32:
      return 4;
    case Element::Float16:
    case Element::BFloat16:
      return 2;
    case Element::UInt8:
    case Element::Bool:
      return 1;
  }
  return 1;
}

const char* name_of(Element element) {
  static constexpr const char* kNames[] = {"float64", "float32", "float16", "bfloat16",
                                           "int64",   "int32",   "uint8",   "bool"};
  return kNames[static_cast<std::size_t>(element)];
}

Index size_of(const Tensor& tensor) { return static_cast<Index>(tensor.bytes.size() / bytes_of(tensor.element)); }

double number_at(const Tensor& tensor, Index at) {
  const std::uint8_t* const from = tensor.bytes.data() + static_cast<std::size_t>(at) * bytes_of(tensor.element);
  switch (tensor.element) {
    case Element::Float64:
      return read<double>(from);
    case Element::Float32:
      return static_cast<double>(read<float>(from));
    case Element::Float16:
      return from_half_bits(read<std::uint16_t>(from), Half::Float16);
    case Element::BFloat16:
      return from_half_bits(read<std::uint16_t>(from), Half::BFloat16);
    case Element::Int64:
      return static_cast<double>(read<std::int64_t>(from));
    case Element::Int32:
      return static_cast<double>(read<std::int32_t>(from));
    case Element::UInt8:
    case Element::Bool:
      return static_cast<double>(*from);
  }
  return 0;
}

std::string shape_text(const std::vector<Index>& shape) {
  std::string text = "(";
  for (const Index size : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(size);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

Outcome<std::uint64_t> bytes_for(std::string_view name, const std::vector<std::uint64_t>& shape, Element element) {
  const Place where{std::string(name)};
  if (shape.size() > kMostRank) {
    return Error{"tensor-rank",
                 quoted(name) + " has " + std::to_string(shape.size()) + " axes; a tensor may have at most " +
                     std::to_string(kMostRank) + ".",
                 where};
  }
  const bool empty = std::find(shape.begin(), shape.end(), 0U) != shape.end();
  std::uint64_t bytes = empty ? 0 : bytes_of(element);
  for (const std::uint64_t size : shape) {
    const bool beyond = size > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
    // Both factors are below 2^31: their product is no overflow.
    if (!beyond) bytes *= size;
    if (beyond || bytes > kMostBytes) {
      return Error{"tensor-too-large",
                   quoted(name) + " claims an axis of " + std::to_string(size) +
                       (beyond ? ", more than the 2147483647 that an axis may have."
                               : " and with it more than 64 MiB, the most that is read."),
                   where};
    }
  }
  return bytes;
}

Outcome<Tensor> make_tensor(std::string_view name, const std::vector<std::uint64_t>& shape, Element element, Bytes data,
                            bool big_endian, bool column_major) {
  const auto bytes = bytes_for(name, shape, element);
  if (!bytes) return bytes.error();
  Tensor tensor;
  tensor.name = std::string(name);
  tensor.element = element;
  for (const std::uint64_t size : shape) tensor.shape.push_back(static_cast<Index>(size));
  tensor.was_big_endian = big_endian;
  tensor.was_column_major = column_major;
  const std::size_t width = bytes_of(element);
  tensor.bytes = column_major && shape.size() > 1 ? row_major(data, tensor.shape, width)
                                                  : std::vector<std::uint8_t>(data.begin(), data.end());
  if (big_endian) reverse_each(tensor.bytes, width);
  if (element == Element::Bool) {
    for (const std::uint8_t byte : tensor.bytes) {
      if (byte <= 1) continue;
      return Error{"tensor-bool",
                   quoted(name) + " is a table of yes and no, and holds the byte " + std::to_string(byte) +
                       " in place of 0 or 1.",
                   {std::string(name)}};
    }
  }
  return tensor;
}

Tensor tensor_of(std::string name, std::vector<Index> shape, const std::vector<double>& numbers) {
  Tensor tensor;
  tensor.name = std::move(name);
  tensor.shape = std::move(shape);
  tensor.bytes.resize(numbers.size() * sizeof(double));
  if (!numbers.empty()) std::memcpy(tensor.bytes.data(), numbers.data(), tensor.bytes.size());
  return tensor;
}

}  // namespace lesson
