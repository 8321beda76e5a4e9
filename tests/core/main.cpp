// The entry point: version 2 of Catch2 makes it here, version 3 brings its own library.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#endif
#include "tests/core/catch.hpp"
