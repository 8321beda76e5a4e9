#include "core/tensor/text.hpp"
#include "tests/core/tensor_support.hpp"

namespace lesson::test {
namespace {

void require_as_printed(const std::string& name) {
  const auto file = fixture(name);
  const auto tensors = parse_printed({reinterpret_cast<const char*>(file.data()), file.size()});
  REQUIRE(tensors.ok());
  const auto expected = expected_of(name);
  REQUIRE(tensors->size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) require_is((*tensors)[i], expected[i]);
}

Tensor one(const std::string& text) {
  const auto tensors = parse_printed(text);
  INFO(text);
  REQUIRE(tensors.ok());
  REQUIRE(tensors->size() == 1);
  return tensors->front();
}

}  // namespace

TEST_CASE("text: what PyTorch prints, with names, kinds and infinities") { require_as_printed("torch.txt"); }

TEST_CASE("text: what NumPy prints") { require_as_printed("numpy.txt"); }

TEST_CASE("text: names") {
  REQUIRE(one("Q_heads = torch.tensor([1, 2])").name == "Q_heads");
  REQUIRE(one("k: [[1 2]\n [3 4]]").name == "k");
  REQUIRE(one("v [1.]").name == "v");
  REQUIRE(one("[1.]").name == "tensor 1");
  REQUIRE(one("Parameter containing:\ntensor([1.5], requires_grad=True)").shape == std::vector<Index>{1});
  REQUIRE(one("q = tensor([[1, 2]], device='cuda:0', dtype=torch.float16)").name == "q");
}

TEST_CASE("text: what a printed digit may be off by") {
  REQUIRE(one("tensor([0.1234, 1.0000])").printed_step == 0.5e-4);
  REQUIRE(one("[0.5 0.25]").printed_step == 0);
  REQUIRE(one("[0.12345678 1.        ]").printed_step == 0.5e-8);
  REQUIRE(one("[1, 2]").printed_step == 0);
  REQUIRE(one("tensor([1.2345e-03])").printed_step == 0.5e-7);
}

TEST_CASE("text: what cannot be read says why") {
  const auto refused = [](const std::string& text, const char* code, const char* where,
                          std::initializer_list<std::string> named) {
    require_refused(parse_printed(text), code, {where}, named);
  };
  const auto elided = fixture("elided.txt");
  refused({elided.begin(), elided.end()}, "text-elided", "tensor 1", {"set_printoptions"});
  refused("q [[1, 2], [3, x]]", "text-unreadable", "q", {"x"});
  refused("q [1+2j]", "text-unreadable", "q", {});
  refused("q = [[1, 2], [3, 4]", "text-open", "q", {});
  refused("no table here", "text-no-tensor", "text", {});
  refused("", "text-no-tensor", "text", {});
  refused("torch.Size([2, 3])", "text-no-tensor", "text", {});
  refused("q [[1 2] [3]]", "tensor-ragged", "q", {});
  refused(std::string(100000, '['), "tensor-rank", "tensor 1", {});
  refused("q (((((", "text-no-tensor", "text", {});
}

}  // namespace lesson::test
