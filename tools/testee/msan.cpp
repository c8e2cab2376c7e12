// SPDX-License-Identifier: Apache-2.0
// The one function of libstdc++'s binary part that writes memory which tqc-testee reads later:
// inserting into a std::map (the list of claims). It is not instrumented, so MemorySanitizer does
// not see that it fills the links of the new node. The linker sends its callers here (--wrap).
#include <sanitizer/msan_interface.h>

#include <map>

#define TQ_INSERT _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_
#define TQ_JOIN(prefix, name) prefix##name
#define TQ_NAMED(prefix, name) TQ_JOIN(prefix, name)

extern "C" {
void TQ_NAMED(__real_, TQ_INSERT)(bool, std::_Rb_tree_node_base*, std::_Rb_tree_node_base*,
                                  std::_Rb_tree_node_base&);
void TQ_NAMED(__wrap_, TQ_INSERT)(bool left, std::_Rb_tree_node_base* node,
                                  std::_Rb_tree_node_base* parent,
                                  std::_Rb_tree_node_base& header) {
  TQ_NAMED(__real_, TQ_INSERT)(left, node, parent, header);
  __msan_unpoison(node, sizeof *node);
}
}
