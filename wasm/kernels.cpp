// The float32 kernels as a module of their own, without JavaScript of Emscripten's: plain functions over a memory that
// the caller lays out. web/engine/flash-instance.ts is the other side.
//
// The memory below heap() is the module's. What a call is given are addresses in bytes, multiples of 16; shapes are
// checked by the caller, and nothing is allocated here.
#include <cstdint>

#include "core/kernels/check.hpp"
#include "core/kernels/naive.hpp"
#include "core/kernels/problem.hpp"
#include "core/kernels/tiled.hpp"

#if defined(__wasm_simd128__)
#define EXPORTED(name) __attribute__((used, export_name(name)))
#else
#define EXPORTED(name)
#endif

namespace {

using lesson::kernels::Part;
using lesson::kernels::Problem;

// Where the caller writes what is to be computed, so that a call has no twenty arguments.
struct Request {
  Problem problem;
  Part part;
};
Request request;
lesson::kernels::Refusal refusal;

extern "C" std::uint8_t __heap_base;  // NOLINT: the linker's name for where its own memory ends

}  // namespace

extern "C" {

// The first free byte, a multiple of 16.
EXPORTED("heap") std::uint32_t lesson_heap() {
  return (static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&__heap_base)) + 15U) / 16U * 16U;
}

// Whether the sizes are refused: 1, and then code(), name() and expected() give addresses of texts that end with 0, and
// value() the number that was refused.
EXPORTED("check")
std::int32_t lesson_check(double heads, double queries, double keys, double width, double q, double k, double v,
                          double padding, double scale) {
  refusal = lesson::kernels::check({heads, queries, keys, width, q, k, v, padding, scale});
  return refusal.code != nullptr;
}
EXPORTED("code") const char* lesson_code() { return refusal.code; }
EXPORTED("name") const char* lesson_name() { return refusal.name; }
EXPORTED("expected") const char* lesson_expected() { return refusal.expected; }
EXPORTED("value") double lesson_value() { return refusal.value; }

EXPORTED("usual_scale") float lesson_usual_scale(std::int32_t width) { return lesson::kernels::usual_scale(width); }

EXPORTED("set_tensors")
void lesson_set_tensors(const float* q, const float* k, const float* v, float* output, const std::uint8_t* padding) {
  Problem& p = request.problem;
  p.q = q;
  p.k = k;
  p.v = v;
  p.output = output;
  p.padding = padding;
}

EXPORTED("set_shape")
void lesson_set_shape(std::int32_t heads, std::int32_t queries, std::int32_t keys, std::int32_t width, float scale,
                      std::int32_t reach) {
  Problem& p = request.problem;
  p.heads = heads;
  p.queries = queries;
  p.keys = keys;
  p.width = width;
  p.scale = scale;
  p.reach = reach;
}

EXPORTED("set_part")
void lesson_set_part(std::int32_t first_head, std::int32_t last_head, std::int32_t first, std::int32_t last) {
  request.part = {first_head, last_head, first, last};
}

// Floats that the kernel needs for what is set.
EXPORTED("tiled_workspace") double lesson_tiled_workspace() { return tiled_workspace(request.problem); }
EXPORTED("naive_workspace") double lesson_naive_workspace() { return naive_workspace(request.problem, request.part); }

EXPORTED("tiled") void lesson_tiled(float* workspace) { tiled(request.problem, request.part, workspace); }
EXPORTED("naive") void lesson_naive(float* workspace) { naive(request.problem, request.part, workspace); }

}  // extern "C"
