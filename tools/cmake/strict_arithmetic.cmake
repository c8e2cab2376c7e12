# One rounding per specified operation (TQ-ARITH-001): contraction off, value-changing flags refused.
string(JOIN " " all_flags "${CMAKE_CXX_FLAGS}" "${CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}}"
       "${CMAKE_CXX_FLAGS_RELEASE}" "${CMAKE_CXX_FLAGS_DEBUG}" "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
foreach(flag IN ITEMS -ffast-math -Ofast -funsafe-math-optimizations -fassociative-math
                      -freciprocal-math -ffp-contract=fast -ffp-model=fast)
  string(FIND " ${all_flags} " "${flag}" position)
  if(NOT position EQUAL -1)
    message(FATAL_ERROR "${flag} changes the bits that this project certifies (TQ-ARITH-001). "
                        "Remove it from the compiler flags.")
  endif()
endforeach()

add_library(tqc_strict_arithmetic INTERFACE)
target_compile_options(tqc_strict_arithmetic INTERFACE -ffp-contract=off)
