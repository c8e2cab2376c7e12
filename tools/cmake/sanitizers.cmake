option(TQC_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(TQC_SANITIZE_MEMORY "Build with MemorySanitizer (clang); only with TQC_TESTEE_ONLY" OFF)

add_library(tqc_sanitizers INTERFACE)
if(TQC_SANITIZE)
  target_compile_options(tqc_sanitizers INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tqc_sanitizers INTERFACE -fsanitize=address,undefined)
endif()
if(TQC_SANITIZE_MEMORY)
  # All templates of libstdc++ are compiled here and so are instrumented; its binary part is not
  # (tools/testee/msan.cpp).
  target_compile_definitions(tqc_sanitizers INTERFACE _GLIBCXX_EXTERN_TEMPLATE=0)
  target_compile_options(tqc_sanitizers INTERFACE
    -fsanitize=memory -fsanitize-memory-track-origins -fno-omit-frame-pointer)
  target_link_options(tqc_sanitizers INTERFACE -fsanitize=memory)
endif()
