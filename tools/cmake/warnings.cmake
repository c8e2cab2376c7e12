option(TQC_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" ON)

add_library(tqc_warnings INTERFACE)
target_compile_options(tqc_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
  -Woverloaded-virtual -Wcast-align -Wundef
  # GCC 12 reports it inside libstdc++'s strings and stream iterators when it inlines them.
  $<$<CXX_COMPILER_ID:Clang>:-Wnull-dereference>)
if(TQC_WARNINGS_AS_ERRORS)
  target_compile_options(tqc_warnings INTERFACE -Werror)
endif()
