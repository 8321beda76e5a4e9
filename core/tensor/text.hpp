// What print(tensor) of PyTorch and print(array) of NumPy show, pasted: one table or several, with their names or
// without.
//
//   q = tensor([[ 0.1000, -1.2000],          [[1.  0.5]
//               [ 0.3000,     nan]],          [0.  1. ]]
//              dtype=torch.float64)
//
// What stands before the first bracket of a table and is no name is passed over, so a whole session may be pasted. A
// name is the last word before the table: "q =", "q:", "q". Without one it is "tensor 1", "tensor 2", in order.
#pragma once

#include "core/tensor/tensor.hpp"

namespace lesson {

// Errors: those of Nest, and
//   text-elided        "..." stands for numbers that were left out when it was printed
//   text-unreadable    something inside a table is no number
//   text-open          the last table is not closed: the end was not copied
//   text-no-tensor     there is no table in the text
//   tensor-count       more than kMostTensors tables
Outcome<std::vector<Tensor>> parse_printed(std::string_view text);

}  // namespace lesson
