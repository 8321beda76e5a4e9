#include "core/kernels/exp2.hpp"

namespace lesson::kernels {

Exp2Constants exp2_constants;

}  // namespace lesson::kernels
