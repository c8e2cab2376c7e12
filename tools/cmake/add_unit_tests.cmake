# All *_test.cpp beside the code of one directory become one test program; ctest lists each test.
# Suites named *Full* are exhaustive and slow: they get the label `full` and run with --full only.
function(add_unit_tests name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} rapidcheck rapidcheck_gtest
                        GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${name} TEST_PREFIX "${name}." TEST_FILTER "-*Full*"
                       WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 900)
  gtest_discover_tests(${name} TEST_PREFIX "${name}." TEST_FILTER "*Full*" TEST_LIST ${name}_full
                       WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS full TIMEOUT 3600)
endfunction()
