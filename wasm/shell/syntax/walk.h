// Going through a syntax tree.
#pragma once

#include <algorithm>

#include "ast.h"

namespace shell {

// Calls `use` with the command as what it is.
template <typename Use>
decltype(auto) visit(const Command& command, Use&& use) {
  switch (command.kind) {
    case CommandKind::simple:
      return use(static_cast<const SimpleCommand&>(command));
    case CommandKind::pipeline:
      return use(static_cast<const Pipeline&>(command));
    case CommandKind::and_or:
      return use(static_cast<const AndOr&>(command));
    case CommandKind::list:
      return use(static_cast<const List&>(command));
    case CommandKind::subshell:
    case CommandKind::group:
      return use(static_cast<const CompoundCommand&>(command));
    case CommandKind::if_:
      return use(static_cast<const IfCommand&>(command));
    case CommandKind::for_:
    case CommandKind::select:
      return use(static_cast<const ForCommand&>(command));
    case CommandKind::arithmetic_for:
      return use(static_cast<const ArithmeticForCommand&>(command));
    case CommandKind::while_:
    case CommandKind::until:
      return use(static_cast<const WhileCommand&>(command));
    case CommandKind::case_:
      return use(static_cast<const CaseCommand&>(command));
    case CommandKind::function:
      return use(static_cast<const FunctionCommand&>(command));
    case CommandKind::arithmetic:
      return use(static_cast<const ArithmeticCommand&>(command));
    case CommandKind::conditional:
      return use(static_cast<const ConditionalCommand&>(command));
    default:
      return use(static_cast<const CoprocCommand&>(command));
  }
}

// Calls `use` with the words (const Word*) and commands (const Command*) right below a command, in the order of the
// text, while it answers true; what is not there is left out. The words of a simple command are its own affair. True:
// it has always answered so.
template <typename Use>
class EachChild {
 public:
  explicit EachChild(Use& use) : use_(use) {}

  bool operator()(const SimpleCommand&) { return true; }
  bool operator()(const Pipeline& command) { return all(command.stages); }
  bool operator()(const AndOr& command) { return all(command.commands); }
  bool operator()(const List& list) {
    return std::ranges::all_of(list.items, [this](const ListItem& item) { return one(item.command); });
  }
  bool operator()(const CompoundCommand& command) { return one(command.body); }
  bool operator()(const IfCommand& command) {
    return std::ranges::all_of(command.branches, [this](const IfCommand::Branch& branch) {
      return one(branch.condition) && one(branch.body);
    });
  }
  bool operator()(const ForCommand& command) { return all(command.words) && one(command.body); }
  bool operator()(const ArithmeticForCommand& command) {
    return one(command.initial) && one(command.condition) && one(command.step) && one(command.body);
  }
  bool operator()(const WhileCommand& command) { return one(command.condition) && one(command.body); }
  bool operator()(const CaseCommand& command) {
    return one(command.subject) && std::ranges::all_of(command.clauses, [this](const CaseCommand::Clause& clause) {
             return all(clause.patterns) && one(clause.body);
           });
  }
  bool operator()(const FunctionCommand& command) { return one(command.body); }
  bool operator()(const ArithmeticCommand& command) { return one(command.expression); }
  bool operator()(const ConditionalCommand& command) { return condition(*command.condition); }
  bool operator()(const CoprocCommand& command) { return one(command.body); }

 private:
  template <typename Child>
  bool one(const Child* child) {
    return child == nullptr || use_(child);
  }
  template <typename Children>
  bool all(const Children& children) {
    return std::ranges::all_of(children, [this](const auto* child) { return this->one(child); });
  }
  bool condition(const Condition& node) {
    return one(node.left) && one(node.right) && (node.first == nullptr || condition(*node.first)) &&
           (node.second == nullptr || condition(*node.second));
  }

  Use& use_;
};

template <typename Use>
bool for_each_child(const Command& command, Use&& use) {
  return visit(command, EachChild<Use>(use));
}

}  // namespace shell
