#include "core/tensor/safetensors.hpp"
#include "tests/core/tensor_support.hpp"

namespace lesson::test {
namespace {

std::vector<std::uint8_t> file(const std::string& header, std::size_t data, std::uint64_t length) {
  std::vector<std::uint8_t> made;
  for (int i = 0; i < 8; ++i) made.push_back(static_cast<std::uint8_t>(length >> (8 * i)));
  for (const char c : header) made.push_back(static_cast<std::uint8_t>(c));
  made.insert(made.end(), data, 0);
  return made;
}

std::vector<std::uint8_t> file(const std::string& header, std::size_t data) {
  return file(header, data, header.size());
}

std::string entry(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return R"("q":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}";
}

}  // namespace

TEST_CASE("safetensors: every dtype and rank, as PyTorch and the library itself have it") {
  const char* name = GENERATE("all.safetensors", "library-torch.safetensors", "library-numpy.safetensors");
  const auto tensors = parse_safetensors(fixture(name), name);
  REQUIRE(tensors.ok());
  const auto expected = expected_of(name);
  REQUIRE(tensors->size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) require_is((*tensors)[i], expected[i]);
}

TEST_CASE("safetensors: a file without tensors, as the library writes it") {
  const auto tensors = parse_safetensors(fixture("library-none.safetensors"), "none");
  REQUIRE(tensors.ok());
  REQUIRE(tensors->empty());
}

TEST_CASE("safetensors: cut off anywhere it is refused") {
  for (const char* name : {"all.safetensors", "library-torch.safetensors", "library-numpy.safetensors"}) {
    const auto whole = fixture(name);
    for (std::size_t length = 0; length < whole.size(); ++length) {
      const std::vector<std::uint8_t> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      REQUIRE(!parse_safetensors(part, "q").ok());
    }
  }
}

TEST_CASE("safetensors: hostile headers") {
  const auto refused = [](const std::vector<std::uint8_t>& given, const char* code, const char* where,
                          std::initializer_list<std::string> named) {
    require_refused(parse_safetensors(given, "x"), code, {where}, named);
  };
  refused(file("{}", 0, ~std::uint64_t{0}), "safetensors-header", "x", {"18446744073709551615"});
  refused(file("{}", 0, 3), "safetensors-header", "x", {"3"});
  refused(file("{" + entry("F64", "[1]", "[0,8]") + "}", 7), "safetensors-offsets", "q", {"7"});
  refused(file("{" + entry("F64", "[2]", "[0,8]") + "}", 8), "safetensors-offsets", "q", {"16", "8"});
  refused(file("{" + entry("F64", "[1]", "[8,0]") + "}", 8), "safetensors-offsets", "q", {});
  refused(file("{" + entry("F64", "[1e30,1e30]", "[0,8]") + "}", 8), "tensor-too-large", "q", {});
  refused(file("{" + entry("F64", "[0.5]", "[0,8]") + "}", 8), "safetensors-header", "x", {});
  refused(file("{" + entry("F64", "[-1]", "[0,8]") + "}", 8), "safetensors-header", "x", {});
  refused(file("{" + entry("F8_E4M3", "[8]", "[0,8]") + "}", 8), "safetensors-dtype", "q", {"F8_E4M3"});
  refused(file("{" + entry("F64", "[1]", "[0,8]") + "," + entry("F64", "[1]", "[0,8]") + "}", 8), "tensor-name", "q",
          {});
  refused(file("{" + entry("F64", "[1]", "[0,8]") + R"(,"k":{"dtype":"F64","shape":[1],"data_offsets":[4,12]}})", 12),
          "safetensors-offsets", "x", {"share"});
  refused(file(R"({"q":{"dtype":"F64","shape":[1]}})", 8), "safetensors-header", "x", {});
  std::string deep = R"({"__metadata__":)";
  deep.append(100000, '{');
  refused(file(deep, 0), "safetensors-header", "x", {});
}

}  // namespace lesson::test
