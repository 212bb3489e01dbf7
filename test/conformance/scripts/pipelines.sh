# Multi-stage pipelines over the access log.
### requests per status
awk '{print $9}' "$DATA/access.log" | sort | uniq -c | sort -rn
### top addresses
cut -d' ' -f1 "$DATA/access.log" | sort | uniq -c | sort -k1,1nr -k2 | head -10
### bytes per section
awk '{split($7, p, "/"); bytes[p[2]] += $10} END {for (s in bytes) print bytes[s], s}' "$DATA/access.log" | sort -rn
### error rate by hour
grep -E '" (4|5)[0-9]{2} ' "$DATA/access.log" | sed -E 's/.*\[([^:]+):([0-9]{2}).*/\1 \2/' | sort | uniq -c
### distinct agents
sed -n 's/.*"\([^"]*\)"$/\1/p' "$DATA/access.log" | sort -u
### slow chain
cat "$DATA/access.log" | grep -v curl | tr 'A-Z' 'a-z' | cut -c1-60 | tail -200 | tac | sort | head -7
### sums and checks
sha256sum < "$DATA/access.log"; md5sum < "$DATA/access.log"; sha1sum < "$DATA/access.log"; cksum < "$DATA/access.log"; wc < "$DATA/access.log"
b2sum < "$DATA/access.log"; sha512sum < "$DATA/access.log"; sum < "$DATA/access.log"
### join two reports
awk '{n[$1]++} END {for (a in n) print a, n[a]}' "$DATA/access.log" | sort > counts
awk '{b[$1] += $10} END {for (a in b) print a, b[a]}' "$DATA/access.log" | sort > bytes
join counts bytes | sort -k2,2nr -k1,1 | head -5
join -v1 counts <(head -3 bytes) | wc -l
### xargs fan-out
mkdir parts && split -l 200 "$DATA/access.log" parts/p. && find parts -type f -print0 | sort -z | xargs -0 -n 1 wc -l
### xargs in parallel
seq 40 | xargs -P 4 -I{} sh -c 'echo $(({} * {}))' | sort -n | tail -3
### early exit of the reader
yes | head -1; seq 100000000 | head -2; yes abc | sed 3q; cat /dev/zero | head -c 5 | od -c
echo "${PIPESTATUS[@]}"
### status of a pipeline
false | true; echo $?; true | false; echo $?; set -o pipefail; false | true; echo $?; sh -c 'exit 7' | sh -c 'exit 3' | true; echo $?
### pipe statuses
sh -c 'exit 1' | sh -c 'exit 2' | sh -c 'exit 3'; echo "${PIPESTATUS[*]}"
### large data through many stages
head -c 5000000 /dev/zero | tr '\0' 'x' | fold -w 100 | cat | cat | cat | wc
### tee to several
seq 10 | tee one two | tail -1; cmp one two && cat one | paste -sd,
### tee and process substitution
seq 1000 | tee >(grep -c 7 > sevens) >(wc -l > lines) | sort -n | tail -1
while [ ! -s sevens ] || [ ! -s lines ]; do sleep 0.01; done; cat sevens lines
### subshell and group
(echo b; echo a) | sort; { echo d; echo c; } | sort | tr '\n' ' '; echo
### while read over a pipe
grep -n 'POST' "$DATA/access.log" | head -3 | while IFS=: read -r number line; do echo "$number ${#line}"; done
### stderr through a pipe
(ls no-such-file 2>&1 >/dev/null) | tr a-z A-Z
ls no-such-file |& cat
### here-doc into a pipeline
cat <<END | tr a-z A-Z | sort -r
alpha
beta $((1 + 2))
END
### nested substitution
echo "$(echo "$(echo "$(seq 3 | tr '\n' ' ')")" | wc -w)"
### fifo between jobs
mkfifo channel; (seq 5 > channel) & sort -rn < channel; wait; rm channel
### coprocess
coproc tr a-z A-Z; echo hello >&"${COPROC[1]}"; exec {COPROC[1]}>&-; cat <&"${COPROC[0]}"; wait
### many short commands
for i in $(seq 100); do echo $i | cat; done | awk '{s += $1} END {print s}'
### output and errors of one program in one file
awk 'BEGIN { print "out"; print "err" > "/dev/stderr"; print "out 2" }' > f 2>&1; cat f
awk 'BEGIN { print "out"; print "err" > "/dev/stderr" }' 2>&1 | cat
### spaces beyond ASCII
for c in 0085 00a0 1680 2003 2007 2028 202f 3000; do printf "a\\u${c}b\n"; done > f; grep -c '[[:blank:]]' f; grep -c '[[:space:]]' f
