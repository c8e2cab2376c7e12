# One small program for one machine: the fast implementation behind the pipe protocol. No library
# is looked for, no exceptions, and whatever is not called is not linked.
set(BUILD_TESTING OFF)
add_compile_options(-fno-exceptions -fno-rtti -ffunction-sections -fdata-sections)
add_link_options(-Wl,--gc-sections)

# Headers that are the same on every machine (Highway, nlohmann-json) lie in the host's include
# folder; last in the search, so that they hide no header of the target machine.
add_compile_options("SHELL:-idirafter /usr/include")
