option(TQC_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

add_library(tqc_sanitizers INTERFACE)
if(TQC_SANITIZE)
  target_compile_options(tqc_sanitizers INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tqc_sanitizers INTERFACE -fsanitize=address,undefined)
endif()
