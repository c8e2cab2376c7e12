# 32-bit, no processor to ask: SIMD128 is on for the whole program.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -stdlib=libc++")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-s")
