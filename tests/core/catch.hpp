// Catch2 version 2 or 3, whichever is installed.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#ifdef __EMSCRIPTEN__
#define CATCH_CONFIG_NO_POSIX_SIGNALS  // WebAssembly has none
#endif
#include <catch2/catch.hpp>
#endif
