# Part of cmake --install: the headers `roots` (relative to source_folder) and all that they include
# from the repository, to include_folder.
set(todo ${roots})
set(done)
while(todo)
  list(POP_FRONT todo header)
  if(header IN_LIST done)
    continue()
  endif()
  list(APPEND done "${header}")
  file(STRINGS "${source_folder}/${header}" includes REGEX "^#include \"")
  list(TRANSFORM includes REPLACE "^#include \"([^\"]+)\".*" "\\1")
  list(APPEND todo ${includes})
endwhile()
foreach(header IN LISTS done)
  cmake_path(GET header PARENT_PATH folder)
  file(INSTALL "${source_folder}/${header}" TYPE FILE
       DESTINATION "${CMAKE_INSTALL_PREFIX}/${include_folder}/${folder}")
endforeach()
