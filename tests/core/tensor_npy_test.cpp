#include "core/tensor/npy.hpp"
#include "tests/core/tensor_support.hpp"

namespace lesson::test {
namespace {

std::vector<std::uint8_t> npy(const std::string& header, std::size_t data) {
  std::string file = "\x93NUMPY";
  file += '\1';
  file += '\0';
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  return bytes(file + header + std::string(data, '\0'));
}

std::string header(const std::string& descr, const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

}  // namespace

TEST_CASE("npy: every file that NumPy wrote, as NumPy reads it") {
  for (const char* name : {"f8", "f8-big", "f4", "f4-big", "f2", "i8", "i4", "u1", "b1", "fortran", "fortran-big",
                           "zero", "scalar", "version2", "version3"}) {
    INFO(name);
    const auto tensor = parse_npy(fixture(std::string(name) + ".npy"), name);
    REQUIRE(tensor.ok());
    require_is(*tensor, expected_of(std::string(name) + ".npy")[0]);
  }
}

TEST_CASE("npy: cut off anywhere it is refused, and never read beyond its end") {
  const auto whole = fixture("fortran.npy");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::vector<std::uint8_t> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    REQUIRE(!parse_npy(part, "q").ok());
  }
  auto longer = whole;
  longer.push_back(0);
  require_refused(parse_npy(longer, "q"), "npy-extra", {"q"}, {"192", "193"});
  longer.resize(whole.size() - 1);
  require_refused(parse_npy(longer, "q"), "npy-truncated", {"q"}, {"192", "191"});
}

TEST_CASE("npy: hostile headers") {
  const auto refused = [](const std::string& text, const char* code, std::initializer_list<std::string> named) {
    require_refused(parse_npy(npy(text, 8), "q"), code, {"q"}, named);
  };
  refused(header("<f8", "(4294967296, 4294967296)"), "tensor-too-large", {"4294967296"});
  refused(header("<f8", "(99999999999999999999999999999999, 0)"), "tensor-too-large", {});
  refused(header("<f8", "(-1,)"), "npy-header", {"shape"});
  refused(header("<f8", "(1, 1, 1, 1, 1, 1, 1, 1, 1)"), "tensor-rank", {"9"});
  refused(header("<f8", "((1,),)"), "npy-header", {"shape"});
  refused(header("<c16", "(1,)"), "npy-dtype", {"<c16"});
  refused("{'descr': '<f8', 'shape': (1,)}", "npy-header", {"fortran_order"});
  refused("{'descr': '<f8', 'descr': '<f8', 'shape': (1,)}", "npy-header", {"descr"});
  refused("{'descr': '<f8'", "npy-header", {"comma"});
  refused("", "npy-header", {});
  refused(std::string(60000, '('), "npy-header", {});
  auto long_header = npy(header("<f8", "(1,)"), 8);
  long_header[6] = 2;
  long_header[10] = long_header[11] = 0xFF;
  require_refused(parse_npy(long_header, "q"), "npy-header", {"q"}, {"65536"});
  long_header[6] = 9;
  require_refused(parse_npy(long_header, "q"), "npy-version", {"q"}, {"9.0"});
  require_refused(parse_npy(fixture("objects.npy"), "q"), "npy-dtype", {"q"}, {"objects"});
  require_refused(parse_npy(fixture("records.npy"), "q"), "npy-dtype", {"q"}, {"field"});
  require_refused(parse_npy(bytes("PK"), "q"), "npy-magic", {"q"}, {});
}

}  // namespace lesson::test
