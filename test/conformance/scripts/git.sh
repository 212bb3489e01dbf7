# Repositories: everything git does without a network.
export GIT_AUTHOR_NAME='Ada Lovelace' GIT_AUTHOR_EMAIL=ada@example.org GIT_AUTHOR_DATE='2024-01-02T03:04:05+01:00'
export GIT_COMMITTER_NAME='Ada Lovelace' GIT_COMMITTER_EMAIL=ada@example.org GIT_COMMITTER_DATE='2024-01-02T03:04:05+01:00'
export GIT_EDITOR=true TZ=UTC0

# commit FILE LINE...: writes the lines and commits them under the last of them.
commit() {
  local file=$1
  shift
  printf '%s\n' "$@" > "$file" && git add "$file" && git commit -q -m "${!#}"
}

# local_names COMMAND...: runs it without the directories' own place in what it says.
local_names() {
  "$@" 2>&1 | sed -e "s|${PWD%/repo}||g" -e "s|${PWD%/*}||g"
}

# history: a repository with three commits on main and two on topic.
history() {
  git init -q -b main repo && cd repo || return
  commit a.txt one
  commit a.txt one two
  commit b.txt bee
  git checkout -q -b topic HEAD~1
  commit c.txt sea
  commit a.txt zero one two
  git checkout -q main
}
### init and the layout of a repository
local_names git init; local_names git init -b trunk named; local_names git init --bare bare.git; find .git -type d | sort; cat .git/HEAD .git/config .git/description .git/info/exclude named/.git/HEAD
ls .git/hooks; cat bare.git/config; git init -q; git rev-parse --git-dir --is-inside-work-tree --is-bare-repository --show-prefix
### outside a repository
mkdir x && cd x && git status; echo $?; git log; echo $?; git nonsense; echo $?; git stats; echo $?; git; echo $?; git -C /nowhere status; echo $?
### version and help
git --version; git version; git commit -h | head -5; echo "${PIPESTATUS[0]}"; git log --no-such-option; echo $?; git --exec-path; git --html-path; git help -a | sed -n 1,20p; git --list-cmds=builtins | wc -l
### add, status and commit
git init -q -b main repo && cd repo
printf 'one\n' > a; mkdir -p d/e; echo deep > d/e/f; echo 'x y' > 'name with space'; echo ü > ü; git status; git status -s; git status --porcelain=v2
git add a; git status -s; git add .; git status; git commit -m 'First commit' -m 'With a body.'; git status; echo $?
echo two >> a; rm d/e/f; echo new > n; git status; git diff --stat; git add -A; git status -sb; git commit -q -m second; git show --stat --format=fuller; git ls-files -s; git ls-tree -r HEAD
git commit -m nothing; echo $?; git commit --allow-empty -q -m empty; git log --oneline
### add of parts and of ignored files
git init -q -b main repo && cd repo
printf '*.o\n/build/\n!keep.o\n' > .gitignore; touch x.o keep.o y.c; mkdir build; touch build/z
git status -s --ignored; git add x.o; echo $?; git add -f x.o; git add .; git status -s; git check-ignore -v build/z x.o y.c; echo $?; git ls-files; git ls-files -o -i --exclude-standard
git add -n y.c; git rm -q --cached x.o; git status -s; git clean -n; git clean -fdx; ls -a
### add -p
git init -q -b main repo && cd repo
seq 20 > n; git add n; git commit -q -m n; sed -i -e 's/^2$/two/' -e 's/^19$/nineteen/' n
printf 'y\nn\n' | git add -p; git diff --cached; git diff
printf 'n\ny\n' | git checkout -p; git status -s; printf 's\n' | git add -i
### diff
history; echo three >> a.txt; git diff; git diff --word-diff; git diff HEAD~1 HEAD; git diff --name-status main topic; git diff --numstat main...topic; git diff --shortstat topic; git diff --check; git diff --quiet; echo $?
git diff --no-index a.txt b.txt; echo $?; git diff -U0 --no-prefix; git diff --color | cat -v; git diff --exit-code -- b.txt; echo $?; git diff --raw; git diff -R a.txt; git diff --dirstat main topic
### diff algorithms and white space
git init -q -b main repo && cd repo
printf 'a() {\n  x\n}\n\nb() {\n  x\n}\n' > f; git add f; printf 'b() {\n  x\n}\n\na() {\n  x\n\ty \n}\n' > f
for algorithm in myers minimal patience histogram; do git diff --diff-algorithm=$algorithm; done
git diff -w; git diff -b --stat; git diff --ignore-blank-lines --compact-summary; git diff --check; git diff --function-context
### binary files
git init -q -b main repo && cd repo
head -c 3000 "$DATA/binary" > blob; git add blob; git commit -q -m blob; head -c 3100 "$DATA/binary" | tail -c +50 > blob; git diff; git diff --stat; git diff --binary | git hash-object --stdin; git commit -q -a -m more; git show --binary | git apply -R --index; git diff --cached --quiet HEAD~1; echo $?; git cat-file blob HEAD:blob | cmp - <(head -c 3100 "$DATA/binary" | tail -c +50) && echo same
### log formats
history; git log; git log --oneline --graph --all --decorate; for format in short medium full fuller reference email raw mboxrd; do echo "== $format"; git log -1 --format=$format topic; done
git log --all --format='%h %p %an <%ae> %ad %s %d' --date=iso; git log --format='%H%n%T%n%P%n%B%x09%m %C(red)x%Creset' -1
for date in short raw iso-strict rfc unix 'format:%Y %b %e %H:%M' human; do git log -1 --format='%ad|%cd' --date="$date"; done
### log selection
history; git log --oneline -- a.txt; git log --oneline main..topic; git log --oneline main...topic --left-right; git log --oneline --author=ada -i; git log --oneline --grep=se; git log --oneline -S zero --all; git log --oneline -G '^z' --all; git log --oneline --reverse; git log --oneline -n 1 --skip 1; git log --oneline --merges; git log -p -1; git log --stat --oneline --all; git log --name-only --format=%s; git log -L1,1:a.txt --format=%s; git log --follow --oneline b.txt; git log --oneline --since=2025-01-01; git log no-such; echo $?; git log --format=%s -- none
git rev-list --count --all; git rev-list --left-right --count main...topic; git show-branch; git whatchanged --oneline; git cherry main topic
### branches
history; git branch; git branch -v; git branch -a --contains HEAD~1; git branch new; git branch -m new newer; git branch -d newer; git branch -d topic; echo $?; git branch -D topic; git checkout -b other; git switch -c third; git switch main; git switch -; git switch nonsense; echo $?; git branch --show-current; git checkout --detach; git status; git branch; git switch -q main; git branch --merged; git branch 'bad..name'; echo $?; git for-each-ref; git symbolic-ref HEAD; git branch --sort=-committerdate --format='%(refname:short) %(objectname:short) %(contents:subject)'
### merge
history; git merge topic; git log --graph --oneline; cat a.txt; git merge topic; git merge --no-ff -m again topic~1; echo $?; git show --stat; git merge-base main topic; git log --oneline --first-parent
### merge by fast-forward and squash
history; git checkout -q -b old HEAD~2; git merge main; git merge --ff-only topic; echo $?; git merge --squash topic; git status -s; git commit -q -m squashed; git log --oneline; git merge --no-commit -s ours topic~1; git merge --abort; echo $?
### merge conflicts
history; commit a.txt uno dos; git merge topic; echo $?; git status; cat a.txt; git diff; git ls-files -u; git checkout --conflict=diff3 a.txt; cat a.txt; git checkout --ours a.txt; cat a.txt; git checkout --theirs a.txt; cat a.txt; git commit -m early; echo $?; printf 'merged\n' > a.txt; git add a.txt; git commit --no-edit; git show; git log --oneline --graph
git merge --abort; echo $?
### merge of renames and deletions
history; git mv a.txt renamed.txt; git commit -q -m rename; git merge topic; git status -s; cat renamed.txt; git log --follow --oneline renamed.txt; git reset -q --hard HEAD~1; git rm -q renamed.txt; git commit -q -m remove; git merge topic; echo $?; git status; git merge --abort; git status -s
### octopus
git init -q -b main repo && cd repo; commit base base; for b in x y z; do git checkout -q -b $b main; commit $b $b; done; git checkout -q main; git merge x y z; git log --oneline --graph; git ls-files
### rebase
history; git checkout -q topic; git rebase main; git log --oneline --graph --all; git rebase main; git rebase --onto main~1 topic~1 topic; git log --oneline; git rebase nonsense; echo $?
### rebase with conflicts
history; commit a.txt uno; git checkout -q topic; git rebase main; echo $?; git status; echo done > a.txt; git add a.txt; git rebase --continue; git log --oneline; git reset -q --hard ORIG_HEAD; git rebase main; git rebase --skip; git log --oneline; git reset -q --hard topic@{1}; git rebase main > /dev/null 2>&1; git rebase --abort; git status -sb
### interactive rebase
git init -q -b main repo && cd repo; for i in 1 2 3 4 5; do commit f$i "line $i"; done
GIT_SEQUENCE_EDITOR='sed -i -e "1s/pick/reword/;2s/pick/squash/;3s/pick/drop/"' GIT_EDITOR='sed -i -e "1s/^/edited: /"' git rebase -i HEAD~4; git log --format='%s|%b' --stat
GIT_SEQUENCE_EDITOR='cat >&2; sed -i 1s/pick/edit/' git rebase -i --root; git status; git commit -q --amend -m amended; git rebase --continue; git log --oneline; git rebase -x 'git show --stat --format=%s' HEAD~1; git rebase -x false HEAD~1; echo $?; git rebase --quit
### autosquash and fixup
git init -q -b main repo && cd repo; commit a one; commit b two; echo more >> a; git commit -q -a --fixup HEAD~1; git log --oneline; git rebase -q -i --autosquash --root; git log --oneline --stat; git commit -q --amend --no-edit --author='Bob <bob@example.org>'; git log -1 --format='%an %cn'
### cherry-pick and revert
history; git cherry-pick topic~1; git log --oneline --stat -1; git cherry-pick topic; cat a.txt; git revert --no-edit HEAD; git log --oneline; git show; git cherry-pick topic~1; echo $?; git cherry-pick --abort; git cherry-pick -n topic; git status -s; git cherry-pick --quit; git reset -q --hard; git revert -n HEAD~1; git status; git revert --abort; commit a.txt x; git cherry-pick -x topic; echo $?; git status -s; git cherry-pick --skip; git status -sb
### reset, restore and checkout of files
history; echo changed > a.txt; git add a.txt; echo more >> a.txt; git reset; git reset --soft HEAD~1; git status -s; git reset --hard; cat a.txt; git reset --hard topic; git reset --merge main; echo x > b.txt; git restore b.txt; cat b.txt; git restore --source=HEAD~2 a.txt; git diff --stat; git restore --staged --worktree .; git checkout HEAD~2 -- a.txt; git status -s; git checkout nonsense; echo $?; git reset --hard nonsense; echo $?; git rm b.txt; git restore --staged b.txt; git status -s; git reflog
### stash
history; echo w >> a.txt; echo u > untracked; git stash; git stash list; git stash show -p; git status -s; git stash pop; git stash push -u -m 'with a name'; git status -s; ls; git stash list; git stash apply; git stash drop; git stash; git stash branch from-stash; git status -s; git stash pop; echo $?; git stash clear; git add -A; git stash push -k -q; git status -s; git stash show --stat; git stash drop -q; git stash
### tags and describe
history; git describe; echo $?; git tag v1 HEAD~1; git tag -a v2 -m 'Version two'; git tag; git tag -n; git tag -l 'v1*'; git describe; git describe --tags HEAD~1; git describe --always --long topic; git show v2; git cat-file -p v2; git cat-file -t v2; git tag v1; echo $?; git tag -f v1; git tag -d v1; git rev-parse v2^{commit} v2 HEAD~2^0; git describe --dirty; git name-rev HEAD~1; git tag --sort=-version:refname; git verify-tag v2; echo $?
### blame and annotate
history; git blame a.txt; git blame -s -L2,2 a.txt; git blame -e -w topic -- a.txt; git blame --porcelain topic -- a.txt; git annotate a.txt; git blame none; echo $?; git log --oneline -L2,+1:a.txt -s
### grep
git init -q -b main repo && cd repo; cp "$DATA/access.log" log; printf 'int main(void) {\n  return 0; // TODO\n}\n' > m.c; git add .; git commit -q -m x; git grep -n TODO; git grep -c GET; git grep -l POST HEAD; git grep -P 'r(e)t(?=urn)'; git grep -E 'ma(in|x)' -- '*.c'; git grep -p return; git grep -w -i INT; git grep -e int --and -e void; git grep none; echo $?; git grep -F '(void)' --cached; git grep -c -P '\d{3}$' log; git grep -h -o 'HTTP/1..' log | sort | uniq -c; git grep -W TODO m.c; git grep --heading --break -n -A1 main
### apply, am and format-patch
history; git format-patch -o out main..topic; cat out/*; git checkout -q -b applied main; git am out/*; git log --oneline; git reset -q --hard main; git apply --stat --summary out/*; git apply --check out/0002*; git apply out/0001*; git status -s; git apply out/0001*; echo $?; git apply -R out/0001*; git format-patch --stdout -1 --cover-letter topic; commit a.txt zzz; git am out/*; echo $?; git status; git am --show-current-patch=diff; git am --skip; git am --abort; git diff main~2 topic | git apply --3way; echo $?; git mailinfo msg patch < out/0001*; cat msg; git range-diff main~1 topic~1 topic; git diff topic | git patch-id
### worktrees
history; git worktree add ../topic-tree topic; cd ../topic-tree; git status; git log --oneline -1; cd ../repo; git worktree list | sed "s|${PWD%/*}||"; git worktree add ../new; git -C ../new branch --show-current; git worktree remove ../new; rm -rf ../topic-tree; git worktree prune -v; git worktree list | wc -l; git checkout topic; local_names git worktree add ../again topic; echo $?
### bisect
git init -q -b main repo && cd repo; for i in $(seq 12); do commit n $i; done
git bisect start HEAD HEAD~11; git bisect good; git bisect bad; git bisect log; git bisect reset; git bisect start HEAD HEAD~11 > /dev/null; git bisect run sh -c 'test $(cat n) -lt 8'; git bisect reset; git bisect start; git bisect bad; git bisect good HEAD~4; git bisect skip; git bisect visualize --oneline; git bisect terms; git bisect nonsense; echo $?
### shortlog and statistics
history; git shortlog; git shortlog -sne --all; GIT_AUTHOR_NAME=Bob git commit -q --allow-empty -m bob; git shortlog -s; git log --format=%an | git shortlog; git count-objects; printf 'Robert <ada@example.org> Bob\n' > .mailmap; git shortlog -s; git check-mailmap 'Bob <ada@example.org>'; git log --use-mailmap --format=%aN -1
### clone, fetch, pull and push
history; cd ..; git clone repo copy; cd copy; git branch -a; git remote -v | sed "s|${PWD%/*}||"; git log --oneline -1; commit d.txt dee; local_names git push origin HEAD:refs/heads/pushed; cd ../repo; git log --oneline pushed -1; commit a.txt again; cd ../copy; git fetch 2>&1 | sed "s|${PWD%/*}||"; git status -sb; git pull 2>&1 | tail -2; git pull --rebase 2>&1 | sed "s|${PWD%/*}||"; git log --oneline --graph; local_names git push; local_names git push origin :pushed; git remote show origin | sed "s|${PWD%/*}||"; git ls-remote origin; git branch -vv; git remote rename origin up; git remote prune up; git remote set-url up elsewhere; git fetch up; echo $?
### clones of all kinds
history; cd ..; git clone -q --bare repo bare.git; git clone -q "file://$PWD/bare.git" by-url; git -C by-url log --oneline --all; git clone -q --depth 1 "file://$PWD/repo" shallow; git -C shallow log --oneline; git -C shallow fetch -q --unshallow; git -C shallow rev-list --count HEAD; git clone -q --branch topic --single-branch repo single; git -C single branch -a; git clone -q --mirror repo mirror; git -C mirror for-each-ref; git clone -q --shared repo shared; git -C shared fsck; git clone -q --filter=blob:none "file://$PWD/repo" partial 2>&1; git -C partial log --oneline; git clone none x; echo $?; git clone repo copy -q; git clone repo copy; echo $?
### push between repositories
history; cd ..; git init -q --bare hub.git; cd repo; git remote add hub ../hub.git; git push -q -u hub main; git push hub --all; git push hub --tags; git commit -q --amend -m rewritten; local_names git push hub main; echo $?; git push --force-with-lease hub main; git push hub topic:other; git push hub nonsense; echo $?; git -C ../hub.git log --oneline --all --graph; git tag v1; git push -q --follow-tags hub v1; git push --delete hub other; git push --mirror -n hub; git ls-remote --heads hub
### remotes that need a network
git clone https://example.org/x.git; echo $?; git clone http://user@example.org:8080/x; echo $?; git ls-remote https://example.org/y.git; echo $?
### hooks
git init -q -b main repo && cd repo; printf '#!/bin/sh\necho "pre-commit in $(basename "$PWD")"\ngrep -q bad a && { echo refused >&2; exit 1; }\nexit 0\n' > .git/hooks/pre-commit; printf '#!/bin/sh\nsed -i "1s/^/[x] /" "$1"\n' > .git/hooks/commit-msg; printf '#!/bin/sh\necho post $GIT_DIR; git log -1 --format=%%s\n' > .git/hooks/post-commit; chmod +x .git/hooks/*
echo a > a; git add a; git commit -m one; echo bad > a; git commit -a -m two; echo $?; git commit -q -a -n -m two; git log --oneline; git hook run pre-commit; echo $?; printf 'echo no shebang\n' > .git/hooks/pre-commit; git commit --allow-empty -m three; chmod -x .git/hooks/*; git commit --allow-empty -q -m four; mkdir hooks; printf '#!/bin/bash\nread -r local sha remote rest; echo "$1: $local to $remote"\n' > hooks/pre-push; chmod +x hooks/pre-push; git config core.hooksPath hooks; git init -q --bare ../hub; git remote add hub ../hub; git push -q hub main
### hooks of the receiving side
history; git init -q --bare ../hub; printf '#!/bin/sh\nwhile read old new ref; do echo "got $ref"; done\ntest -z "$REFUSE"\n' > ../hub/hooks/pre-receive; printf '#!/bin/sh\necho "updating $1"; case $1 in *topic) echo no >&2; exit 1;; esac\n' > ../hub/hooks/update; printf '#!/bin/sh\ncat\n' > ../hub/hooks/post-receive; chmod +x ../hub/hooks/*-receive ../hub/hooks/update; git push ../hub main; git push ../hub main:x topic; echo $?; REFUSE=1 git push ../hub main:y; echo $?
### config
git init -q repo && cd repo; git config user.name Bob; git config --get user.name; git config --local -l | sort; git config --global alias.st 'status -s'; git config --global alias.top '!git rev-parse --show-toplevel | sed "s|.*/||"'; git config alias.args '!f() { echo "$# $2"; }; f'; touch x; git st; git top; git args a 'b c'; cat ../.gitconfig 2>/dev/null || cat ~/.gitconfig; git config --unset user.name; git config user.name; echo $?; git config --add x.y 1; git config --add x.y 2; git config --get-all x.y; git config --get-regexp '^x'; git config --bool core.bare; git config --int a.b 10k; git config a.b 3m; git config --int a.b; git config --rename-section a c; git config -f file one.two three; cat file; git -c a.b=c config a.b; git config bad; echo $?; git config --show-origin user.name; git config --list --show-scope --local; git config --type=color x.c; GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=k.v GIT_CONFIG_VALUE_0=w git config k.v; git var GIT_AUTHOR_IDENT; git config --remove-section x; cat .git/config; printf '[broken\n' > .git/config; git status; echo $?
### identity
unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL; git init -q repo; cd repo; git config user.useConfigOnly true; git commit --allow-empty -m x; echo $?; git -c user.name=N -c user.email=n@e commit -q --allow-empty -m x; git log --format='%an %ae'
### gc, repack and fsck
history; git gc -q; git count-objects -v | grep -v size; find .git/objects -name '*.idx' | wc -l; git fsck --full; git repack -a -d -q; git prune; git verify-pack -v .git/objects/pack/*.idx | tail -3; git pack-refs --all; cat .git/packed-refs; git commit-graph write --reachable; git commit-graph verify; git multi-pack-index write; git log --oneline --all; git reflog expire --expire=now --all; git gc --prune=now --quiet --aggressive; git maintenance run --task=gc --quiet; echo garbage > .git/objects/aa; git fsck; printf x > .git/refs/heads/broken; git fsck; echo $?
### automatic gc
git init -q -b main repo && cd repo; git config gc.auto 10; for i in 1 2 3 4 5 6 7 8; do for j in 1 2 3 4 5 6 7 8; do echo $i $j > f$j; done; git add .; git commit -q -m $i; done; git config gc.autoDetach false; git gc --auto --quiet; echo $?; git fsck; git rev-list --count HEAD
### bundles
history; git bundle create ../all.bundle --all; git bundle verify ../all.bundle; git bundle list-heads ../all.bundle; git clone -q ../all.bundle ../from-bundle -b main; git -C ../from-bundle log --oneline --all; git bundle create ../part.bundle main~1..main; git bundle unbundle ../part.bundle
### archives
history; mkdir d; cp a.txt d; chmod +x d/a.txt; ln -s a.txt link; git add .; git commit -q -m d; git archive HEAD | git get-tar-commit-id; git archive --prefix=p/ HEAD | sha1sum; git archive --format=zip HEAD | head -c 4 | od -c; git archive --format=tar.gz HEAD > x.tgz; echo $?; git archive -l; git archive HEAD:d | tar tf -; git archive HEAD none; echo $?
### submodules
history; cd ..; git init -q -b main super; cd super; export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=protocol.file.allow GIT_CONFIG_VALUE_0=always; git submodule add ../repo sub 2>&1 | sed "s|${PWD%/*}||g"; cat .gitmodules; git status -s; git commit -q -m sub; git submodule status; git submodule foreach 'git log --oneline -1; echo $name $sm_path'; cd ..; git clone -q --recurse-submodules super copy 2>&1 | sed "s|$PWD||g"; cd copy; git submodule status; (cd sub && git checkout -q topic~1); git status; git diff; git diff --submodule=log; git submodule update 2>&1 | sed "s|${PWD%/*}||g"; git submodule summary; git submodule sync; git submodule deinit -f sub | sed "s|${PWD%/*}||g"; git submodule status; local_names git submodule init; git submodule nonsense 2>&1 | head -2; git ls-files -s
### notes
history; git notes add -m 'a note'; git notes show; git notes append -m more HEAD; git log -1; git notes list; git notes add -m twice; echo $?; git notes remove; git notes copy HEAD HEAD~1; echo $?; git log --format='%s %N' -2; GIT_NOTES_REF=refs/notes/x git notes add -m other; git log --notes=x -1
### sparse checkout
git init -q -b main repo && cd repo; mkdir -p a/b c; touch top a/x a/b/y c/z; git add .; git commit -q -m all; git sparse-checkout set a/b; find . -path ./.git -prune -o -type f -print | sort; git sparse-checkout list; git status; git sparse-checkout add c; git ls-files -t; git sparse-checkout set --no-cone '/*' '!c'; find . -path ./.git -prune -o -type f -print | sort; git sparse-checkout disable; git ls-files -v
### filter-branch
history; FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch --msg-filter 'sed "s/^/new: /"' main~2..main 2>&1 | tr '\r' '\n' | grep -v ^Rewrite; git log --oneline; FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch -f --index-filter 'git rm -q --cached --ignore-unmatch a.txt' -- main > /dev/null 2>&1; echo $?; git log --stat --oneline
### subtree
history; cd ..; git init -q -b main whole; cd whole; commit w w; git subtree add -q --prefix=lib ../repo main 2>&1 | tail -1; git log --oneline --graph; ls lib; git subtree split --prefix=lib 2>/dev/null
### request-pull
history; git request-pull main~1 ../repo main; echo $?
### rerere
history; git config rerere.enabled true; commit a.txt uno dos; git merge topic; printf 'both\n' > a.txt; git rerere diff; git add a.txt; git commit -q -m merged; git reset -q --hard HEAD~1; git merge topic; cat a.txt; git rerere status
### attributes and line endings
git init -q -b main repo && cd repo; printf '*.txt text eol=crlf\n*.bin binary\n*.up filter=up ident\n*.md diff=md export-ignore\n' > .gitattributes; git config filter.up.clean 'tr A-Z a-z'; git config filter.up.smudge 'tr a-z A-Z'; git config diff.md.textconv 'tr a-z A-Z <'; printf 'a\r\nb\r\n' > a.txt; printf 'Hello $Id$\n' > f.up; echo md > r.md; git add .; git commit -q -m x; git cat-file -p :a.txt | od -c; git cat-file -p :f.up; rm f.up a.txt; git checkout .; cat f.up; od -c a.txt; echo two >> r.md; git diff r.md; git check-attr -a a.txt f.up; git ls-files --eol; git config core.autocrlf input; printf 'x\r\n' > c; git add c; git archive HEAD | tr '\0' '\n' | grep -c r.md; git diff --no-textconv r.md
### a filter process and an external diff
git init -q -b main repo && cd repo; echo a > a; git add a; echo b >> a; printf '#!/bin/sh\necho "external $# $1"\n' > ext; chmod +x ext; GIT_EXTERNAL_DIFF=./ext git diff; git config diff.tool mine; git config difftool.mine.cmd 'diff "$LOCAL" "$REMOTE"'; git difftool -y a; git difftool -y -d | sed 's|git-difftool\.[^/]*|TEMPORARY|g'; git config mergetool.mine.cmd 'echo resolved > "$MERGED"'; git config mergetool.mine.trustExitCode true; git config merge.tool mine; git commit -q -m a; git checkout -q -b b; commit a b; git checkout -q -f main; commit a c; git merge b; git mergetool -y; git status -s; cat a
### plumbing
git init -q -b main repo && cd repo; blob=$(echo content | git hash-object -w --stdin); echo $blob; git cat-file -t $blob; git cat-file -s $blob; git cat-file -p $blob; git update-index --add --cacheinfo 100644,$blob,file; tree=$(git write-tree); echo $tree; commit=$(echo message | git commit-tree $tree); echo $commit; git update-ref refs/heads/main $commit; git reset -q --hard; cat file; git ls-tree -l HEAD; git rev-parse HEAD HEAD^{tree} HEAD:file :/mess; git rev-parse --short=10 HEAD; git rev-parse HEAD^; echo $?; printf '100755 blob %s\tx\n' $blob | git mktree; git read-tree --prefix=sub/ $tree; git ls-files -s; git checkout-index -a -f --prefix=out/; find out -type f; printf '%s\n' HEAD HEAD:file none | git cat-file --batch; printf 'HEAD\n' | git cat-file --batch-check='%(objecttype) %(objectsize)'; git diff-tree -r --root HEAD; git diff-index HEAD; git show-ref; git fast-export HEAD; git fast-export HEAD | git -C "$(git init -q ../copy; echo ../copy)" fast-import --quiet; git -C ../copy log --oneline main; printf 'a\0b\0' | git stripspace; git check-ref-format --branch x; git merge-file -p file file out/file; git unpack-file $blob > name; cat "$(cat name)"; git pack-objects -q --all --stdout < /dev/null | git index-pack --stdin; git replace $commit $commit; echo $?
### trailers and messages
git init -q -b main repo && cd repo; printf 'Subject\n\n# comment\nBody line.\n\n\nmore\n' > m; git commit -q --allow-empty -F m -s; git log -1 --format=%B; git commit -q --allow-empty -m 'With trailer' --trailer 'Acked-by: Bob <b@c>'; git log -1 --format='%(trailers:key=Acked-by)'; git interpret-trailers --trailer 'X: y' m; GIT_EDITOR='cat > seen; cp seen' git commit --allow-empty; echo $?; GIT_EDITOR='sed -i 1iEdited' git commit --allow-empty -v; git log -1 --format=%B; GIT_EDITOR=false git commit --allow-empty; echo $?; git config commit.template m; git commit --allow-empty; echo $?; git commit --allow-empty -q -m 'ünïcödé ✓' && git log -1 --oneline; git config core.quotePath false; echo > ü; git status -s
### encodings
git init -q -b main repo && cd repo; git config i18n.commitEncoding ISO-8859-1; printf 'caf\351\n' | git commit -q --allow-empty -F -; git cat-file commit HEAD | tail -1 | od -c; git log -1 --format=%s; git log --encoding=UTF-16LE -1 --format=%s | od -c; printf '*.u working-tree-encoding=UTF-16LE\n' > .gitattributes; printf 'h\0i\0\n\0' > x.u; git add x.u; git cat-file -p :x.u; rm x.u; git checkout x.u; od -c x.u
printf '*.16 working-tree-encoding=UTF-16\n*.32 working-tree-encoding=UTF-32\n' > .gitattributes; for n in 16 32; do printf 'hé\n' | iconv -t UTF-$n > y.$n; git add y.$n; git cat-file -p :y.$n; rm y.$n; git checkout y.$n; od -c y.$n; done
### regular expressions of characters of several bytes
git init -q -b main repo && cd repo; printf 'héllo\nHÉLLO wörld\nnaïve über\n日本語\nbyte h\351llo\n' > f; commit f "$(cat f)"; git commit -q --amend -m 'Ünïcode – été'
git grep 'h.llo'; git grep -E 'h\wllo'; git grep -i 'h.LLO'; git grep 'h[^x]llo'; git grep -E '^.{5}$'; git grep -o '[äöü]'; git grep -n '日.語'; git grep -c '[[:alpha:]]\{5\}'; git grep -iE 'ï|ÜBER'; git grep -E '\bé'; echo $?; git grep 'byte h.l'; echo $?
git log --grep='^.n.code' --format=%s; git log -i --grep='ÉTÉ$' --format=%s; git log -G'日..' --format=%h | wc -l; git blame -s -L '/w.rld/,+1' f; sed -i 's/héllo/hällo/' f; git diff --word-diff --word-diff-regex=.
### pager and environment
history; GIT_PAGER='sed s/^/P:/' git -p log --oneline; git -c core.pager='tr a-z A-Z' -p branch; PAGER=none git -p log --oneline -1; GIT_TRACE=1 git -c alias.x='!true' x 2>&1 | sed 's/^[0-9:.]* //'; GIT_DIR=$PWD/.git git -C / log --oneline -1; GIT_WORK_TREE=. git status -sb; git --git-dir=.git --work-tree=.. status -s; cd ..; git -C repo rev-parse --show-cdup; GIT_CEILING_DIRECTORIES=$PWD git -C . status 2>&1; git --no-pager -C repo log --oneline -2
### scripts by name
history; PATH=$PATH:$(git --exec-path); git-log --oneline -1; type -t git-upload-pack git-sh-setup > /dev/null; printf '#!/bin/sh\necho "mine: $*"\n' > ../git-mine; chmod +x ../git-mine; PATH=$PATH:$PWD/.. git mine 1 2; sh -c '. git-sh-setup; require_work_tree; require_clean_work_tree; git_dir_init; echo "$GIT_DIR"' | sed "s|$PWD||"; . /usr/lib/git-core/git-sh-prompt; __git_ps1 ' (%s)'; echo; echo x >> a.txt; GIT_PS1_SHOWDIRTYSTATE=1 __git_ps1; git merge-one-file; echo $?
### locks and damage
history; touch .git/index.lock; git add a.txt 2>&1 | sed "s|$PWD||"; rm .git/index.lock; printf broken > .git/index; git status; echo $?; rm .git/index; git status -s; git reset -q; object=$(git rev-parse HEAD:b.txt); chmod u+w .git/objects/${object:0:2}/${object:2}; printf x > .git/objects/${object:0:2}/${object:2}; git show HEAD:b.txt; echo $?; git fsck; echo $?; echo nonsense > .git/HEAD; git status; echo $?
### a larger repository
git init -q -b main repo && cd repo; mkdir -p src/{a..f}; for d in src/*; do split -l 40 -a 3 <(head -4000 "$DATA/access.log") $d/p; done; git add .; git commit -q -m import; git count-objects | cut -d' ' -f1; sed -i 's/GET/PUT/' src/a/*; git commit -q -a -m put; git show --shortstat --format=%s; git mv src/b src/moved; git commit -q -m move; git show --stat --format=%s -M | tail -2; git repack -a -d -q; git fsck; git log --stat --oneline | md5sum; git ls-files | wc -l; git clone -q . ../copy; git -C ../copy rev-parse HEAD; git archive HEAD | sha1sum; git rev-list --objects --all | wc -l; git cat-file --batch-all-objects --batch-check | sha1sum; git blame src/a/paaa | md5sum; git diff HEAD~2 | git apply -R --check; echo $?
### SHA-256 repositories
git init -q -b main --object-format=sha256 repo && cd repo; commit a one; git log; git fsck; git rev-parse --show-object-format HEAD
