// NumPy's .npy, versions 1.0 to 3.0: magic, version, length of the header, a header that is a Python dictionary with
// `descr`, `fortran_order` and `shape`, then the numbers.
//
// Source: numpy.lib.format of NumPy 1.24, "Format Version 1.0" to "Format Version 3.0".
#pragma once

#include "core/tensor/tensor.hpp"

namespace lesson {

// Whether the bytes begin as an .npy does.
bool is_npy(Bytes file);

// The one array of a file. `name` is what it is called in the file around it. Errors: those of make_tensor, and
//   npy-magic       the file does not begin as an .npy does
//   npy-version     another version than 1.0, 2.0 and 3.0
//   npy-header      the header is longer than 65,536 bytes, ends too early, or is not the dictionary that is asked for
//   npy-dtype       numbers of a kind that is not read (f8, f4, f2, i8, i4, u1 and b1 are; bfloat16 has no name there)
//   npy-truncated   fewer bytes follow than the shape takes
//   npy-extra       more bytes follow
Outcome<Tensor> parse_npy(Bytes file, std::string_view name);

}  // namespace lesson
