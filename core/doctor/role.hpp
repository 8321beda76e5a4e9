// What a tensor is for, told by its name.
#pragma once

#include <string_view>
#include <vector>

#include "core/tensor/tensor.hpp"

namespace lesson {

enum class Role { None, Q, K, V, Mask, Positions, Scores, Weights, Output };
inline constexpr std::size_t kRoles = 9;

// By the words that a name is made of, in either case: "q", "query_states", "layer.0.attn_weights". None for a name
// that says nothing.
Role role_of(std::string_view name);

// Of each tensor. No role is given twice: the first tensor of a name keeps it.
std::vector<Role> roles_of(const std::vector<Tensor>& tensors);

}  // namespace lesson
