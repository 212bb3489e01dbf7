# Bytes of every value pass unchanged.
### cat and pipes
cat "$DATA/binary" | cmp - "$DATA/binary" && echo same; cat "$DATA/binary" | cat | cat | sha256sum; cp "$DATA/binary" b; cmp b "$DATA/binary"; tee c < b | cmp - b; cmp b c; wc -c c
### head, tail, split, dd
head -c 12345 "$DATA/binary" | sha256sum; tail -c 12345 "$DATA/binary" | sha256sum; split -b 7777 "$DATA/binary" p; cat p* | cmp - "$DATA/binary"; dd if="$DATA/binary" bs=997 2>/dev/null | sha256sum; tail -c +5000 "$DATA/binary" | head -c 100 | od -An -tx1
### line tools
tac "$DATA/binary" | sha256sum; sort "$DATA/binary" | sha256sum; LC_ALL=C sort -u "$DATA/binary" | sha256sum; uniq "$DATA/binary" | sha256sum; nl "$DATA/binary" | sha256sum; cut -b1-10 "$DATA/binary" | sha256sum; paste "$DATA/binary" "$DATA/binary" | sha256sum; head -3 "$DATA/binary" | sha256sum; wc "$DATA/binary" | awk '{print $1, $3}'; fold -b -w 40 "$DATA/binary" | sha256sum; expand "$DATA/binary" | LC_ALL=C wc -c; shuf --random-source="$DATA/binary" "$DATA/binary" | sha256sum; comm "$DATA/binary" "$DATA/binary" 2>/dev/null | sha256sum
### tr
tr '\000-\377' '\001-\377\000' < "$DATA/binary" | sha256sum; tr -d '\000' < "$DATA/binary" | wc -c; tr -cd '\n' < "$DATA/binary" | wc -c; tr -s '\000-\377' < "$DATA/binary" | sha256sum
### sed, grep, awk in C
LC_ALL=C sed 's/a/bb/g' "$DATA/binary" | sha256sum; LC_ALL=C grep -a x "$DATA/binary" | sha256sum; LC_ALL=C grep -c '' "$DATA/binary"; LC_ALL=C awk '{n += length($0)} END {print n, NR}' "$DATA/binary"; LC_ALL=C sed -n '5p' "$DATA/binary" | sha256sum; LC_ALL=C awk '{print}' "$DATA/binary" | sha256sum
### sed, grep, awk in UTF-8
sed 's/a/bb/g' "$DATA/binary" | sha256sum; grep -a x "$DATA/binary" | sha256sum; grep -c '' "$DATA/binary"; awk '{print}' "$DATA/binary" 2>/dev/null | sha256sum; grep x < "$DATA/binary"; grep -ao 'a.' "$DATA/binary" | sha256sum
### encodings
base64 "$DATA/binary" | sha256sum; base64 "$DATA/binary" | base64 -d | cmp - "$DATA/binary"; od -An -v -tx1 "$DATA/binary" | sha256sum; base32 -w0 "$DATA/binary" | base32 -d | cmp - "$DATA/binary"; od -c "$DATA/binary" | tail -2; basenc --z85 -w0 < <(head -c 400 "$DATA/binary") | sha256sum
### diff and cmp
cp "$DATA/binary" b; printf X | dd of=b bs=1 seek=50000 conv=notrunc 2>/dev/null; cmp -s "$DATA/binary" b; echo $?; cmp -l "$DATA/binary" b; diff "$DATA/binary" b | sed 's/files .* and/files/'; diff -a "$DATA/binary" b | sha256sum
### through the shell
x=$(LC_ALL=C tr -d '\0' < "$DATA/binary"; echo .); printf %s "${x%.}" | sha256sum; LC_ALL=C tr -d '\0' < "$DATA/binary" | sha256sum; cat <<< $'\x80\xff' | od -An -tx1; printf '\x00\x01\xfe\xff' | od -An -tx1; read -r line < <(printf '\xff\xfe\n'); printf %s "$line" | od -An -tx1; for i in $'\xc3' $'\xa9'; do printf %s $i; done; echo; echo $'\u65e5\xff' | od -An -tx1
### arguments with any byte
printf '%s\n' $'\x01\x7f\x80\xff' | od -An -tx1; sh -c 'printf %s "$1"' sh $'\xff\xfe' | od -An -tx1; X=$'\xff' sh -c 'printf %s "$X"' | od -An -tx1; env X=$'\xfe' printenv X | od -An -tx1; ls $'\xff\xfe' 2>/dev/null; touch $'\xff'; ls | od -An -c; rm $'\xff'; awk -v x=$'\xe9' 'BEGIN {printf "%s", x}' | od -An -tx1; /usr/bin/printf '%s' $'\x9f' | od -An -tx1
