set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Highway's NEON needs the crypto extension.
set(CMAKE_CXX_FLAGS_INIT -march=armv8-a+crypto)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -s")
