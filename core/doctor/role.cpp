#include "core/doctor/role.hpp"

#include <array>

#include "core/scan.hpp"

namespace lesson {
namespace {

struct Word {
  std::string_view name;
  Role role;
};

// The first that is found counts: "attn_mask" is a mask, "attn_output" an output, and "attn" alone weights.
constexpr std::array kWords = {Word{"mask", Role::Mask},
                               Word{"padding", Role::Mask},
                               Word{"position", Role::Positions},
                               Word{"positions", Role::Positions},
                               Word{"pos", Role::Positions},
                               Word{"output", Role::Output},
                               Word{"outputs", Role::Output},
                               Word{"out", Role::Output},
                               Word{"context", Role::Output},
                               Word{"result", Role::Output},
                               Word{"scores", Role::Scores},
                               Word{"score", Role::Scores},
                               Word{"logits", Role::Scores},
                               Word{"weights", Role::Weights},
                               Word{"weight", Role::Weights},
                               Word{"probs", Role::Weights},
                               Word{"probabilities", Role::Weights},
                               Word{"attentions", Role::Weights},
                               Word{"q", Role::Q},
                               Word{"query", Role::Q},
                               Word{"queries", Role::Q},
                               Word{"k", Role::K},
                               Word{"key", Role::K},
                               Word{"keys", Role::K},
                               Word{"v", Role::V},
                               Word{"value", Role::V},
                               Word{"values", Role::V},
                               Word{"attn", Role::Weights},
                               Word{"attention", Role::Weights},
                               Word{"o", Role::Output}};

}  // namespace

Role role_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    if (is_letter(c)) {
      words.back() += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  for (const Word& known : kWords) {
    for (const std::string& word : words) {
      if (word == known.name) return known.role;
    }
  }
  return Role::None;
}

std::vector<Role> roles_of(const std::vector<Tensor>& tensors) {
  std::array<bool, kRoles> taken{};
  std::vector<Role> roles;
  for (const Tensor& tensor : tensors) {
    Role role = role_of(tensor.name);
    if (taken[static_cast<std::size_t>(role)]) role = Role::None;
    if (role != Role::None) taken[static_cast<std::size_t>(role)] = true;
    roles.push_back(role);
  }
  return roles;
}

}  // namespace lesson
