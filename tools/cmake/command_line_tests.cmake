# What a user sees at the command line: CMake's own, and that of tqc.

# TQ-ARITH-001: a build that would change bits does not configure.
foreach(flag IN ITEMS -ffast-math -Ofast -ffp-contract=fast)
  add_test(NAME "configure.refuses${flag}"
           COMMAND "${CMAKE_COMMAND}" -S "${PROJECT_SOURCE_DIR}"
                   -B "${CMAKE_CURRENT_BINARY_DIR}/refused${flag}" -G "${CMAKE_GENERATOR}"
                   "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" "-DCMAKE_CXX_FLAGS=${flag}")
  set_tests_properties("configure.refuses${flag}" PROPERTIES
                       PASS_REGULAR_EXPRESSION "${flag} changes the bits")
endforeach()

add_test(NAME tqc.page-inspect.names-a-missing-file COMMAND tqc page inspect nowhere.tqpage)
set_tests_properties(tqc.page-inspect.names-a-missing-file PROPERTIES
                     PASS_REGULAR_EXPRESSION "tqc: cannot read nowhere.tqpage")
add_test(NAME tqc.page-inspect.names-a-directory COMMAND tqc page inspect "${PROJECT_SOURCE_DIR}")
set_tests_properties(tqc.page-inspect.names-a-directory PROPERTIES
                     PASS_REGULAR_EXPRESSION "tqc: cannot read ")
add_test(NAME tqc.page-inspect.refuses-any-file
         COMMAND tqc page inspect "${PROJECT_SOURCE_DIR}/CMakeLists.txt")
set_tests_properties(tqc.page-inspect.refuses-any-file PROPERTIES
                     PASS_REGULAR_EXPRESSION "refused at byte 0: envelope error 102 bad-magic")
