// Keys, values and queries laid out as the tiles read them: the next number needed is the next in memory.
#pragma once

#include <cstdint>

#include "core/kernels/problem.hpp"

namespace lesson::kernels {

// Keys that no query may read are left out altogether, so that padding costs nothing and every query reads a prefix of
// what is packed. counts (keys + 1): how many of the first j keys are packed. Gives how many are.
std::int32_t count_keys(const Problem& p, std::int32_t* counts);

// Keys of one head: [panel of 8 keys][width][8]. Unused places are 0.
void pack_keys(const Problem& p, std::int32_t head, std::int32_t first_keys, float* packed);

// Values of one head: [panel of 8 columns][key, up to a multiple of 8][8]. Unused places are 0.
void pack_values(const Problem& p, std::int32_t head, std::int32_t first_keys, std::int32_t stride, float* packed);

// Queries first to last of one head, times `factor`: [group of kRows queries][width][kRows].
void pack_queries(const Problem& p, std::int32_t head, std::int32_t first, std::int32_t last, float factor,
                  float* packed);

// Whether all numbers of a head are finite, and its scores, by the largest query and the largest key, below 1e30: what
// the tiles may assume.
bool is_tame(const Problem& p, std::int32_t head);

}  // namespace lesson::kernels
