# cmake --install: the command, the libraries with their public headers and a CMake package, and the
# data, which keeps below share/turboquant-conformance the paths that it has in the repository.
include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/turboquant-conformance")
set(data_folder "${CMAKE_INSTALL_DATADIR}/turboquant-conformance")

install(TARGETS tqc tqc-testee tqc-abi-host RUNTIME)

# Two sets of targets: only the runner needs other libraries.
foreach(name IN ITEMS contract reference optimized serving conformance)
  set_target_properties(tqc_${name} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS tqc_contract tqc_reference tqc_optimized tqc_serving EXPORT implementations ARCHIVE)
install(TARGETS tqc_conformance EXPORT runner ARCHIVE)
foreach(set IN ITEMS implementations runner)
  install(EXPORT ${set} DESTINATION "${package_folder}" NAMESPACE turboquant-conformance::
          FILE turboquant-conformance-${set}.cmake)
endforeach()
write_basic_package_version_file(
  "${CMAKE_BINARY_DIR}/turboquant-conformance-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_LIST_DIR}/turboquant-conformance-config.cmake"
              "${CMAKE_BINARY_DIR}/turboquant-conformance-config-version.cmake"
        DESTINATION "${package_folder}")

# Public headers: these, and what they include.
set(chapters arithmetic codebook gain keys packing page random score transform)
list(TRANSFORM chapters REPLACE "(.+)" "reference/\\1.hpp" OUTPUT_VARIABLE reference_headers)
list(TRANSFORM chapters REPLACE "(.+)" "optimized/\\1.hpp" OUTPUT_VARIABLE optimized_headers)
set(conformance_headers open_testee report runner serve vectors/load data_directory
    builtin/open_builtin builtin/reference/reference builtin/optimized/optimized)
list(TRANSFORM conformance_headers REPLACE "(.+)" "conformance/\\1.hpp")
file(GLOB contract_headers RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/spec/contract/*.hpp")
set(public_headers ${contract_headers} ${reference_headers} ${optimized_headers}
    optimized/target.hpp ${conformance_headers})
install(CODE "set(roots \"${public_headers}\")
set(source_folder \"${PROJECT_SOURCE_DIR}\")
set(include_folder \"${CMAKE_INSTALL_INCLUDEDIR}/turboquant-conformance\")")
install(SCRIPT "${CMAKE_CURRENT_LIST_DIR}/install_headers.cmake")

# The data. Tests and what Python leaves behind stay here.
install(DIRECTORY vectors spec DESTINATION "${data_folder}" USE_SOURCE_PERMISSIONS
        PATTERN __pycache__ EXCLUDE)
install(DIRECTORY conformance/testees DESTINATION "${data_folder}/conformance"
        USE_SOURCE_PERMISSIONS
        PATTERN __pycache__ EXCLUDE PATTERN "test_*.py" EXCLUDE PATTERN hostile EXCLUDE)
# The header and the host of the C and WebAssembly interface; readers of the vectors.
install(DIRECTORY conformance/abi conformance/readers DESTINATION "${data_folder}/conformance"
        USE_SOURCE_PERMISSIONS
        FILES_MATCHING PATTERN "*.h" PATTERN "*.mjs" PATTERN "*.py" PATTERN "*.c" PATTERN "*.md"
        PATTERN "*.rs" PATTERN "*.toml" PATTERN "*_test.py" EXCLUDE
        PATTERN test_wasm_host.py EXCLUDE PATTERN __pycache__ EXCLUDE PATTERN target EXCLUDE)
install(FILES tools/testee/wasi.mjs DESTINATION "${data_folder}/tools/testee")
install(FILES LICENSE LICENSE-CC0 README.md TYPE DOC)

if(BUILD_TESTING)
  add_test(NAME install.tree-and-consumers
           COMMAND python3 "${PROJECT_SOURCE_DIR}/tools/install/check_install.py"
                   "${CMAKE_BINARY_DIR}" "${CMAKE_COMMAND}" "${CMAKE_CXX_COMPILER}")
  set_tests_properties(install.tree-and-consumers PROPERTIES
                       TIMEOUT 600 PROCESSORS 2 SKIP_RETURN_CODE 77)
endif()
