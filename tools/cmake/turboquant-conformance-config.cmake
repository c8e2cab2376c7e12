# find_package(turboquant-conformance 0.1 [COMPONENTS contract reference optimized serving
# conformance]) gives targets of these names in turboquant-conformance::. Without COMPONENTS all of
# them are wanted. Only `conformance` needs other packages: fmt, libsodium and threads.
set(${CMAKE_FIND_PACKAGE_NAME}_wanted ${${CMAKE_FIND_PACKAGE_NAME}_FIND_COMPONENTS})
if(NOT ${CMAKE_FIND_PACKAGE_NAME}_wanted)
  set(${CMAKE_FIND_PACKAGE_NAME}_wanted
      contract reference optimized serving conformance)
endif()

include("${CMAKE_CURRENT_LIST_DIR}/turboquant-conformance-implementations.cmake")
if(conformance IN_LIST ${CMAKE_FIND_PACKAGE_NAME}_wanted)
  include(CMakeFindDependencyMacro)
  find_dependency(Threads)
  find_dependency(fmt)
  find_dependency(PkgConfig)
  if(NOT TARGET PkgConfig::sodium)
    pkg_check_modules(sodium QUIET IMPORTED_TARGET libsodium)
  endif()
  if(NOT TARGET PkgConfig::sodium)
    set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
    set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "component conformance needs libsodium")
    return()
  endif()
  include("${CMAKE_CURRENT_LIST_DIR}/turboquant-conformance-runner.cmake")
endif()

foreach(component IN LISTS ${CMAKE_FIND_PACKAGE_NAME}_wanted)
  if(TARGET turboquant-conformance::${component})
    set(${CMAKE_FIND_PACKAGE_NAME}_${component}_FOUND TRUE)
  elseif(${CMAKE_FIND_PACKAGE_NAME}_FIND_REQUIRED_${component})
    set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
    set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "there is no component ${component}")
  endif()
endforeach()
