# set -e and the ERR and EXIT traps: every kind of failure in every place.
### a false command at the top
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
false
echo "end $?"
### a false command in a function
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { false; echo went on; }; g
echo "end $?"
### a false command in a function that is tested
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { false; echo went on; }; g || echo tested; g && echo ok
echo "end $?"
### a false command in a subshell
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
(false; echo went on); echo "after the subshell $?"
echo "end $?"
### a false command in a substitution
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
w=$(false; echo went on); echo "[$w]"
echo "end $?"
### a false command on both sides of lists
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
false || echo or; false && echo and; echo "status $?"
echo "end $?"
### a false command in conditions
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
if false; then echo yes; else echo no; fi; while false; do break; done; until ! false; do break; done; echo "status $?"
echo "end $?"
### a false command in a loop
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
for i in 1 2; do false; echo "went on $i"; done
echo "end $?"
### a false command in a group and a case
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
case x in x) { false; echo went on; };; esac
echo "end $?"
### a false command in eval
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
eval 'false'; echo went on
echo "end $?"
### a subshell at the top
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
(exit 3)
echo "end $?"
### a subshell in a function
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { (exit 3); echo went on; }; g
echo "end $?"
### a subshell in a function that is tested
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { (exit 3); echo went on; }; g || echo tested; g && echo ok
echo "end $?"
### a subshell in a subshell
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
((exit 3); echo went on); echo "after the subshell $?"
echo "end $?"
### a subshell in a substitution
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
w=$((exit 3); echo went on); echo "[$w]"
echo "end $?"
### a subshell on both sides of lists
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
(exit 3) || echo or; (exit 3) && echo and; echo "status $?"
echo "end $?"
### a subshell in conditions
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
if (exit 3); then echo yes; else echo no; fi; while (exit 3); do break; done; until ! (exit 3); do break; done; echo "status $?"
echo "end $?"
### a subshell in a loop
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
for i in 1 2; do (exit 3); echo "went on $i"; done
echo "end $?"
### a subshell in a group and a case
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
case x in x) { (exit 3); echo went on; };; esac
echo "end $?"
### a subshell in eval
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
eval '(exit 3)'; echo went on
echo "end $?"
### a condition at the top
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
[[ a == b ]]
echo "end $?"
### a condition in a function
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { [[ a == b ]]; echo went on; }; g
echo "end $?"
### a condition in a function that is tested
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { [[ a == b ]]; echo went on; }; g || echo tested; g && echo ok
echo "end $?"
### a condition in a subshell
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
([[ a == b ]]; echo went on); echo "after the subshell $?"
echo "end $?"
### a condition in a substitution
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
w=$([[ a == b ]]; echo went on); echo "[$w]"
echo "end $?"
### a condition on both sides of lists
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
[[ a == b ]] || echo or; [[ a == b ]] && echo and; echo "status $?"
echo "end $?"
### a condition in conditions
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
if [[ a == b ]]; then echo yes; else echo no; fi; while [[ a == b ]]; do break; done; until ! [[ a == b ]]; do break; done; echo "status $?"
echo "end $?"
### a condition in a loop
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
for i in 1 2; do [[ a == b ]]; echo "went on $i"; done
echo "end $?"
### a condition in a group and a case
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
case x in x) { [[ a == b ]]; echo went on; };; esac
echo "end $?"
### a condition in eval
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
eval '[[ a == b ]]'; echo went on
echo "end $?"
### an arithmetic zero at the top
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
((0))
echo "end $?"
### an arithmetic zero in a function
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { ((0)); echo went on; }; g
echo "end $?"
### an arithmetic zero in a function that is tested
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { ((0)); echo went on; }; g || echo tested; g && echo ok
echo "end $?"
### an arithmetic zero in a subshell
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
(((0)); echo went on); echo "after the subshell $?"
echo "end $?"
### an arithmetic zero in a substitution
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
w=$(((0)); echo went on); echo "[$w]"
echo "end $?"
### an arithmetic zero on both sides of lists
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
((0)) || echo or; ((0)) && echo and; echo "status $?"
echo "end $?"
### an arithmetic zero in conditions
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
if ((0)); then echo yes; else echo no; fi; while ((0)); do break; done; until ! ((0)); do break; done; echo "status $?"
echo "end $?"
### an arithmetic zero in a loop
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
for i in 1 2; do ((0)); echo "went on $i"; done
echo "end $?"
### an arithmetic zero in a group and a case
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
case x in x) { ((0)); echo went on; };; esac
echo "end $?"
### an arithmetic zero in eval
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
eval '((0))'; echo went on
echo "end $?"
### a missing command at the top
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
nosuchcommand
echo "end $?"
### a missing command in a function
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { nosuchcommand; echo went on; }; g
echo "end $?"
### a missing command in a function that is tested
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { nosuchcommand; echo went on; }; g || echo tested; g && echo ok
echo "end $?"
### a missing command in a subshell
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
(nosuchcommand; echo went on); echo "after the subshell $?"
echo "end $?"
### a missing command in a substitution
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
w=$(nosuchcommand; echo went on); echo "[$w]"
echo "end $?"
### a missing command on both sides of lists
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
nosuchcommand || echo or; nosuchcommand && echo and; echo "status $?"
echo "end $?"
### a missing command in conditions
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
if nosuchcommand; then echo yes; else echo no; fi; while nosuchcommand; do break; done; until ! nosuchcommand; do break; done; echo "status $?"
echo "end $?"
### a missing command in a loop
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
for i in 1 2; do nosuchcommand; echo "went on $i"; done
echo "end $?"
### a missing command in a group and a case
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
case x in x) { nosuchcommand; echo went on; };; esac
echo "end $?"
### a missing command in eval
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
eval 'nosuchcommand'; echo went on
echo "end $?"
### a failing substitution at the top
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
v=$(exit 4)
echo "end $?"
### a failing substitution in a function
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { v=$(exit 4); echo went on; }; g
echo "end $?"
### a failing substitution in a function that is tested
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { v=$(exit 4); echo went on; }; g || echo tested; g && echo ok
echo "end $?"
### a failing substitution in a subshell
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
(v=$(exit 4); echo went on); echo "after the subshell $?"
echo "end $?"
### a failing substitution in a substitution
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
w=$(v=$(exit 4); echo went on); echo "[$w]"
echo "end $?"
### a failing substitution on both sides of lists
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
v=$(exit 4) || echo or; v=$(exit 4) && echo and; echo "status $?"
echo "end $?"
### a failing substitution in conditions
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
if v=$(exit 4); then echo yes; else echo no; fi; while v=$(exit 4); do break; done; until ! v=$(exit 4); do break; done; echo "status $?"
echo "end $?"
### a failing substitution in a loop
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
for i in 1 2; do v=$(exit 4); echo "went on $i"; done
echo "end $?"
### a failing substitution in a group and a case
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
case x in x) { v=$(exit 4); echo went on; };; esac
echo "end $?"
### a failing substitution in eval
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
eval 'v=$(exit 4)'; echo went on
echo "end $?"
### a failing function at the top
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
bad
echo "end $?"
### a failing function in a function
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { bad; echo went on; }; g
echo "end $?"
### a failing function in a function that is tested
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { bad; echo went on; }; g || echo tested; g && echo ok
echo "end $?"
### a failing function in a subshell
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
(bad; echo went on); echo "after the subshell $?"
echo "end $?"
### a failing function in a substitution
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
w=$(bad; echo went on); echo "[$w]"
echo "end $?"
### a failing function on both sides of lists
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
bad || echo or; bad && echo and; echo "status $?"
echo "end $?"
### a failing function in conditions
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
if bad; then echo yes; else echo no; fi; while bad; do break; done; until ! bad; do break; done; echo "status $?"
echo "end $?"
### a failing function in a loop
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
for i in 1 2; do bad; echo "went on $i"; done
echo "end $?"
### a failing function in a group and a case
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
case x in x) { bad; echo went on; };; esac
echo "end $?"
### a failing function in eval
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
eval 'bad'; echo went on
echo "end $?"
### a failing redirection at the top
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
echo x > none/f
echo "end $?"
### a failing redirection in a function
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { echo x > none/f; echo went on; }; g
echo "end $?"
### a failing redirection in a function that is tested
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { echo x > none/f; echo went on; }; g || echo tested; g && echo ok
echo "end $?"
### a failing redirection in a subshell
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
(echo x > none/f; echo went on); echo "after the subshell $?"
echo "end $?"
### a failing redirection in a substitution
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
w=$(echo x > none/f; echo went on); echo "[$w]"
echo "end $?"
### a failing redirection on both sides of lists
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
echo x > none/f || echo or; echo x > none/f && echo and; echo "status $?"
echo "end $?"
### a failing redirection in conditions
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
if echo x > none/f; then echo yes; else echo no; fi; while echo x > none/f; do break; done; until ! echo x > none/f; do break; done; echo "status $?"
echo "end $?"
### a failing redirection in a loop
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
for i in 1 2; do echo x > none/f; echo "went on $i"; done
echo "end $?"
### a failing redirection in a group and a case
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
case x in x) { echo x > none/f; echo went on; };; esac
echo "end $?"
### a failing redirection in eval
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
eval 'echo x > none/f'; echo went on
echo "end $?"
### a pipeline at the top
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
true | false
echo "end $?"
### a pipeline in a function
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { true | false; echo went on; }; g
echo "end $?"
### a pipeline in a function that is tested
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
g() { true | false; echo went on; }; g || echo tested; g && echo ok
echo "end $?"
### a pipeline in a subshell
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
(true | false; echo went on); echo "after the subshell $?"
echo "end $?"
### a pipeline in a substitution
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
w=$(true | false; echo went on); echo "[$w]"
echo "end $?"
### a pipeline on both sides of lists
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
true | false || echo or; true | false && echo and; echo "status $?"
echo "end $?"
### a pipeline in conditions
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
if true | false; then echo yes; else echo no; fi; while true | false; do break; done; until ! true | false; do break; done; echo "status $?"
echo "end $?"
### a pipeline in a loop
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
for i in 1 2; do true | false; echo "went on $i"; done
echo "end $?"
### a pipeline in a group and a case
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
case x in x) { true | false; echo went on; };; esac
echo "end $?"
### a pipeline in eval
bad() { return 5; }; trap 'echo "ERR $? line $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
set -e
eval 'true | false'; echo went on
echo "end $?"
### in a process substitution
set -e
cat < <(false; echo unseen)
echo $?
cat <(echo $-; false; echo unseen)
x=$(cat <(false; echo unseen))
echo "<$x>"
cat < <(echo "A${list[-1]:-q}"; echo unseen)
echo $?
