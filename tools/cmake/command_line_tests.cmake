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

# The shape of the table; no test looks at a time.
add_test(NAME tqc.bench.prints-a-table COMMAND tqc bench --quick --only "pack/d128/w4")
set_tests_properties(tqc.bench.prints-a-table PROPERTIES PASS_REGULAR_EXPRESSION
  "case +bytes +memcpy +SCALAR.*/memcpy\npack/d128/w4 +128 +[0-9]+[.][0-9] +[0-9]+[.][0-9] [(]1[.]0x[)].* [0-9]+[.][0-9][0-9]\n$")
add_test(NAME tqc.bench.refuses-a-pattern-without-a-case COMMAND tqc bench --quick --only nothing)
set_tests_properties(tqc.bench.refuses-a-pattern-without-a-case PROPERTIES
                     PASS_REGULAR_EXPRESSION "tqc: no case matches nothing")

# TQ-CONF-057: no fault that we know of gets past the vectors.
add_test(NAME tqc.mutants.are-all-killed COMMAND tqc mutants)
add_test(NAME tqc.mutants.refuses-a-pattern-without-a-mutant COMMAND tqc mutants --only nothing)
set_tests_properties(tqc.mutants.refuses-a-pattern-without-a-mutant PROPERTIES
                     PASS_REGULAR_EXPRESSION "tqc: no mutant matches nothing")
# TQ-CONF-043, TQ-CONF-048: certificates and exit statuses of both ways.
add_test(NAME tqc.judge.gives-the-verdicts-of-run
         COMMAND python3 conformance/offline/compare_ways.py $<TARGET_FILE:tqc>
         WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(tqc.judge.gives-the-verdicts-of-run PROPERTIES
                     PASS_REGULAR_EXPRESSION "both ways agree" TIMEOUT 900)
add_test(NAME tqc.diff.compares-two-targets COMMAND tqc diff --a builtin:optimized
         --b builtin:optimized/SCALAR --tier core --operation "packing.*")
set_tests_properties(tqc.diff.compares-two-targets PROPERTIES PASS_REGULAR_EXPRESSION
  "nothing about conformity.*packing.pack .* 0 +0\n.* 0 different; .*\nequal on every input compared\n$")
add_test(NAME tqc.diff.names-a-wrong-testee COMMAND tqc diff --a builtin:optimized --b builtin:best)
set_tests_properties(tqc.diff.names-a-wrong-testee PROPERTIES
                     PASS_REGULAR_EXPRESSION "tqc: no builtin testee is called best")
add_test(NAME tqc.determinism.asks-through-the-pipe COMMAND tqc determinism --tier core
         --operation "gain.*" --seed 7 --testee "$<TARGET_FILE:tqc> serve")
set_tests_properties(tqc.determinism.asks-through-the-pipe PROPERTIES PASS_REGULAR_EXPRESSION
  "shuffled by seed 7.*gain.store +[0-9]+ +pass +pass +pass\n.*8 pass, 0 fail, 1 not testable")
add_test(NAME tqc.determinism.refuses-a-filter-without-inputs
         COMMAND tqc determinism --testee builtin:optimized --only nothing)
set_tests_properties(tqc.determinism.refuses-a-filter-without-inputs PROPERTIES
                     PASS_REGULAR_EXPRESSION "tqc: no vector matches the filters")
# Help, suggestions, JSON, pipes, lost output, completion.
add_test(NAME tqc.command-line COMMAND python3 "${PROJECT_SOURCE_DIR}/tools/command_line_test.py")
set_tests_properties(tqc.command-line PROPERTIES ENVIRONMENT "TQC=$<TARGET_FILE:tqc>" TIMEOUT 300)
