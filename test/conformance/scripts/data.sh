# Programs for structured data and text generation.
### jq paths and construction
printf '{"name":"Ann","tags":["x","y"],"n":{"a":1,"b":[10,20,30]},"nil":null,"ok":true}' > d.json; jq . d.json; jq -c .n d.json; jq -r '.name, .tags[]' d.json; jq '.n.b[1:]' d.json -c; jq '.n.b[-1], .n.b[5], .missing.deep, .tags[0]' d.json; jq -c 'keys, length, (.n|to_entries)' d.json; jq -c '{name, first: .tags[0], "x y": (.n.a + 1), (.name): 2}' d.json; jq '.["name"], ."name", .n["b"][0]' d.json; jq -c '[.. | numbers]' d.json; jq -c 'paths' d.json; jq -c '[leaf_paths | map(tostring) | join(".")]' d.json; jq -c 'path(..)' d.json | head -3; jq -c 'getpath(["n","b",0]), (try error("x") catch .), (.nil // "dflt")' d.json; jq '.a?, .tags.x?' d.json; jq '.tags.x' d.json; echo $?; jq -e .nil d.json; echo $?; jq -e .ok d.json; echo $?
### jq updates
echo '{"a":{"b":1},"l":[3,1,2]}' > u; jq -c '.a.b = 5' u; jq -c '.a.b |= .+1' u; jq -c '.a.c.d = 1' u; jq -c '.l[1] = 9 | .l += [4]' u; jq -c 'del(.a.b), del(.l[0,2])' u; jq -c '.l |= map(.*2)' u; jq -c '.a.b += 10 | .a.b -= 1 | .a.b *= 3 | .a.b /= 2 | .a.b %= 4' u; jq -c '.x //= "new"' u; jq -c 'to_entries' u; jq -c 'with_entries(.key |= "k_" + .)' u; jq -c '(.l[] | select(. > 1)) = 0' u; jq -c 'delpaths([["a","b"],["l",0]])' u; jq -c 'setpath(["p",2]; 7)' u; jq -c '. * {"a":{"z":1}} + {"w":2}' u; jq -c 'map_values(type)' u; jq -c 'walk(if type == "array" then sort else . end)' u; jq -c 'reduce .l[] as $x (0; . + $x), [foreach .l[] as $x (0; . + $x)], [limit(2; .l[])], first(.l[]), [range(0;10;3)], until(type == "number"; 7)' u
### jq builtins
jq -nc '[3,1,2] | sort, (sort_by(-.)), min, max, add, unique, reverse, length, index(1), (map(. * 2) | add / length), any(. > 2), all(. > 2), (.[1:] + [9]), contains([3]), inside([1,2,3,4]), flatten, (tojson | fromjson), @json, implode'; jq -nc '[{"k":"a","v":1},{"k":"b","v":2},{"k":"a","v":3}] | group_by(.k), (group_by(.k) | map({k: .[0].k, s: (map(.v) | add)})), unique_by(.k), max_by(.v), min_by(.v), (map({(.k): .v}) | add), from_entries, INDEX(.k), [.[] | select(.v > 1) | .k]' 2>&1; jq -nc '"a,b, c" | split(", *"; null), split(","), ascii_upcase, ltrimstr("a"), rtrimstr("c"), startswith("a"), endswith("b"), length, utf8bytelength, explode, test("B"; "i"), indices(","), (split(",") | join("-")), .[2:4], tojson, ascii, @text' 2>&1; jq -nc '[1,[2,[3,[4]]]] | flatten, flatten(1), getpath([1,1,0]), tostream' ; jq -nc '[1,2,3] | combinations(2)' | head -4; jq -nc '[[1,2],[3,4]] | transpose, [combinations]'; jq -nc '{"a":1} | has("a"), has("b"), ([1] | has(0)), (keys_unsorted), ({} | not), (null | not), infinite, -infinite, nan, (nan | isnan), (1/3), 1e1000, 100000000000000000000, 1.0, 1.5e300, 0.1, 3.14159265358979, 1e-5, 123456789012' ; jq -nc 'input_line_number, $__loc__, ([splits("a";"b")]? // "no"), ("x" * 3), ("x" * 0), ([1,2,3,4] - [2,3]), ({} | .a.b.c), ("abc" | ascii_downcase), ("test" | @sh), now > 0, (env | type), ($ENV.HOME | type), input_filename'; jq -nc '"1 2" | tonumber' ; jq -nc '[.[]?], (1 as $x | [$x, $x + 1]), ([[1,2],[3,4]] | .[] as [$a, $b] | $a + $b), ({"a":1} as {a: $z} | $z), ([1,2] | (.[0], .[1]) = 5), (label $out | 1, break $out, 2), (def f(x): x * 2; f(3)), (def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; 10 | fac), (["a","b"] | to_entries), ([3,4] | bsearch(4), bsearch(1)), splits("x")?' 2>&1; jq -nc '[limit(5; repeat(1))], [recurse(if . < 3 then .+1 else empty end)]?, (0 | [while(. < 5; . + 2)]), ([1,2] | IN(.[]; 1, 5)), (["a", 1, null, true, [1], {"a":2}] | sort, map(type)), ([1,null,2] | map(values)), getpath(["a"]), (try error catch .), (try error({"a":1}) catch .a), ("\(1 + 2) is three"), @base64 "x\("hi")", ("aGk=" | @base64d), ([1,"a b"] | @csv, @tsv, @sh, @html "<\(.[1])>", @uri "\(.[1])")'
### jq regular expressions
jq -nc '"foo bar foo" | match("foo"; "g") | .offset' ; jq -nc '"xabcabcy" | [match("(?<first>a)(b)(c)"; "g") | .captures | map(.string)], capture("(?<y>b)(?<n>c)"), [scan("[abc]{3}")], sub("abc"; "X"), gsub("(?<l>[a-c])"; "<\(.l)>"), test("ABC"; "i"), [splits("abc")], ascii'; jq -nc '"日本語テキスト é ñ" | length, utf8bytelength, [match("\\p{Han}+").string, match("\\w+"; "g").string], gsub("é"; "e"), test("\\bñ"), explode, (explode | implode), @uri, ascii_downcase, .[1:3], index("語"), split("")'; jq -nc '"a\nb" | test("a.b"), test("a.b"; "s"), test("a b"; "x"), [scan("^.")], [scan("(?m)^.")]'; jq -n '"x" | test("(")'; echo $?; jq -nc '"2024-01-15T10:20:30Z" | capture("(?<y>\\d{4})-(?<m>\\d\\d)") | map_values(tonumber)'; jq -nc '"aXbxc" | ascii_downcase | split("x"), ("test123abc" | [match("[0-9]+|[a-z]+"; "g") | .string])'
### jq numbers
jq -nc '[1, 1.0, 1.5, -0, 0.1, 1e3, 1e17, 1e18, 12345678901234567890, 1.7976931348623157e308, 5e-324, 3.0e-7, 0.00001, 100000000000000000000000, 1/3, 2/3*3, 4 % 3, -5 % 3, 5.9 % 3.9]'; jq -nc '[2, 0.5, 10] | map(sqrt, exp, log, log2, log10, exp2, floor, ceil, round, fabs, sin, cos, tan, atan, sinh, cosh, tanh, gamma, lgamma, trunc, significand, logb, j0, y1, expm1, log1p, erf?, nearbyint, rint)' 2>&1; jq -nc 'pow(2;10), pow(2;0.5), atan2(1;2), fma(2;3;4), fmin(1;2), fmax(1;2), fmod(7;3), ldexp(3;2), scalb(1;3), scalbln(1;3), nexttoward(1;2), copysign(1;-2), drem(10;3), hypot(3;4)?, frexp?, (8 | frexp), (3.7 | modf), (5 | lgamma_r)' 2>&1; jq -nc '[10, 3] | .[0] / .[1], (.[0] % .[1]), (1 / 0)?' 2>&1; jq -n '1 / 0'; echo $?; jq -n '5 % 0'; echo $?; echo '[1.000, 1e2, 0.10, 1E+5, -0.0]' | jq -c '., map(tostring), map(tojson), (map(. * 1))'; seq 100 | jq -s 'add, length, (map(. * .) | add)' -c; seq 10 | jq -n '[inputs] | add'; seq 5 | jq -n 'reduce inputs as $x (0; . + $x)'; seq 5 | jq -n 'input, input'; jq -n '"10" | tonumber + 1, ("0x10" | tonumber)?, (" 5 " | tonumber)?, ("nan" | tonumber)?'
### jq last digits
jq -nc '[2, 0.5, 10] | map(exp10, cbrt, tgamma)'
### jq dates
jq -nr '0 | todate, (1425599621 | todate, gmtime, strftime("%A %d %B %Y %j %U %H:%M:%S %Z"))' -c; jq -nc '"2015-03-05T23:51:47Z" | fromdate, strptime("%Y-%m-%dT%H:%M:%SZ"), (strptime("%Y-%m-%dT%H:%M:%SZ") | mktime), dateadd("seconds"; 10)?, (fromdateiso8601 | todateiso8601), (strptime("%Y-%m-%dT%H:%M:%SZ") | todate)'; jq -nc '"10 Nov 2020 at 15:04" | strptime("%d %b %Y at %H:%M") | ., mktime'; jq -nc '1700000000.5 | todate, localtime, strflocaltime("%c %z"), (gmtime | mktime), date, (gmtime | todate)' 2>&1; jq -n '"x" | fromdate'; echo $?; jq -nc '"Thursday, 05 March 2015" | strptime("%A, %d %B %Y")' ; jq -nc '"12:30 PM" | strptime("%I:%M %p")' 2>&1
### jq options
echo '{"a":"é\u0001x","b":[1]}' > o; jq -S . o; jq --tab . o; jq --indent 1 . o; jq --indent 7 -c . o; jq -a .a o; jq -j '.a, .b[]' o; echo; jq -r .a o | od -c | head -2; jq --arg x 1 --argjson y '{"z":2}' -nc '[$x, $y, $ARGS.named]'; jq -nc --args '$ARGS.positional' a b 'c d'; jq -nc --jsonargs '$ARGS.positional' 1 '{"a":2}' null; jq -R . <<< $'a\nb "q"'; jq -Rs . <<< $'a\nb'; jq -nR '[inputs]' -c <<< $'a\nb'; jq --slurpfile f o -nc '$f[0].b'; jq --rawfile f o -nc '$f | length'; echo '.b[0] # c' > p.jq; jq -f p.jq o; jq --seq -c . o | od -c | head -1; jq -cn --stream 'inputs' o; jq -c --stream . o; jq -nc 'fromstream(1 | truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]]))'; jq -C -c . o; jq -M -c . o; jq -nc '[limit(3; inputs)]' o o; jq -s -c . o o; echo '1 2 [3] "x"' | jq -c .; printf '' | jq .; echo $?; printf '   ' | jq -e .; echo $?; jq --exit-status -n false; echo $?; jq -h | head -5; jq --version; jq -n 'halt_error'; echo $?; jq -n '"bye\n" | halt_error(3)'; echo $?; jq -n '{"a":1} | halt_error' ; echo $?; mkdir lib; echo 'def inc: . + 1; def tw(f): f | f;' > lib/m.jq; jq -L lib -n 'import "m" as m; 1 | m::inc, m::tw(m::inc)'; jq -L lib -n 'include "m"; 5 | inc'; echo '[5]' > lib/dat.json; jq -L lib -nc 'import "dat" as $d; $d'; jq -n 'import "nope" as x; 1'; echo $?; jq -n '$__prog_args' 2>&1 | head -2; jq -n 'debug, stderr, 1' ; jq -n '[1,2] | debug | length'; jq -n 'input' < /dev/null; echo $?; jq -nc 'get_search_list, builtins | length' | tail -1; jq -n '"a" | ascii, @foo' ; echo $?
### jq errors
echo '{"a":}' | jq .; echo $?; echo '{"a":1' | jq .; echo $?; echo '[1,2' | jq -c .; echo '{a:1}' | jq .; echo "{'a':1}" | jq .; echo 'nul' | jq .; echo '"a' | jq .; echo '[1,]' | jq .; echo '1 2 x' | jq .; echo $?; jq '.a[' o; echo $?; jq '{' < /dev/null; jq '.a b' < /dev/null; jq 'foo' < /dev/null; jq '$x' < /dev/null; echo $?; jq . /nonexistent; echo $?; jq -n '1 + "a"'; jq -n '{} + 1'; jq -n '[] - {}'; jq -n '"a" | .[0]'; jq -n '{"a":1} | .[0]'; jq -n '[1] | .["a"]'; jq -n '1 | keys'; jq -n '[1,"a"] | join(",")'; jq -n '[[1]] | join(",")'; jq -n '{} | length, ("x" | error)'; echo $?; jq -n '"abc" | tonumber'; jq -n '[1,2] | implode, ([-1] | implode)' 2>&1 | head -3; jq -n 'null | fromjson' ; jq -n '"{" | fromjson'; jq --foo . ; echo $?; jq; echo $?; echo '{"a":1}' | jq '.a | .b'; echo $?; echo '"\ud83d\ude00 \ud83d x \u00e9"' | jq .; printf '"\xff\xfe"' | jq .; printf '\xef\xbb\xbf[1]' | jq -c .; echo '[1,[2,[3' | jq -c --stream .; echo $?
### jq deep and wide
jq -nc '[range(300)] | reduce .[] as $i (0; [.])' | wc -c; jq -n '[range(100000)] | map(. * 2) | add'; jq -nc 'reduce range(20000) as $i ({}; .["k\($i)"] = $i) | length, .k777, (keys | length)'; python3 -c 'pass' 2>/dev/null; awk 'BEGIN{for(i=0;i<20000;i++) printf "{\"id\":%d,\"name\":\"n%d\",\"v\":[%d,%d.5],\"t\":\"a\\u00e9\\n\"}\n", i, i%97, i*3, i}' > big.json; jq -s 'length' big.json; jq -c 'select(.id % 5000 == 1)' big.json; jq -s -c 'group_by(.name) | map({n: .[0].name, c: length, s: (map(.v[0]) | add)}) | sort_by(-.s) | .[:3]' big.json; jq -r '[.id, .name, .v[1]] | @csv' big.json | sha256sum; jq . big.json | sha256sum; jq -c 'del(.t) | .v |= reverse' big.json | sha256sum; jq -n 'last(range(300000))'; jq -n '[limit(3; range(1000000000))]' -c; jq -nr '[range(50000) | tostring] | join(",")' | md5sum; jq -n '"x" * 100000 | length'; yes '[1,{"a":[]}]' | head -50000 | jq -c '.[1].a' | sort | uniq -c
### jq in scripts
curl_out='{"items":[{"id":1,"name":"one","labels":{"env":"prod"}},{"id":2,"name":"two","labels":null}]}'; echo "$curl_out" | jq -r '.items[] | "\(.id)\t\(.name)\t\(.labels.env // "-")"'; while IFS=$'\t' read -r id name; do echo "id=$id name=$name"; done < <(jq -r '.items[] | [.id, .name] | @tsv' <<< "$curl_out"); name="it's \"quoted\" \$x"; jq -n --arg n "$name" '{name: $n}' | tee q.json; eval "set -- $(jq -r '.name | @sh' q.json)"; echo "$1"; jq '.count = (.count // 0) + 1' q.json > q.tmp && mv q.tmp q.json; cat q.json; jq -r 'to_entries[] | "export \(.key | ascii_upcase)=\(.value | @sh)"' <<< '{"a":"1 2","b":3}'; ids=$(jq -r '[.items[].id] | join(" ")' <<< "$curl_out"); for i in $ids; do printf '<%s>' "$i"; done; echo; mapfile -t arr < <(jq -r '.items[].name' <<< "$curl_out"); echo "${#arr[@]} ${arr[1]}"; jq -s '.[0] * .[1]' <(echo '{"a":{"x":1}}') <(echo '{"a":{"y":2}}') -c; printf '%s\n' a b c | jq -R . | jq -sc .; jq -n --arg a "$(date +%Y >/dev/null; echo 1)" '$a | tonumber'; env -i X=1 Y='a b' jq -nc 'env'; df -P / | awk 'NR==2{print $1 != ""}'; grep -c . "$DATA/access.log" | jq 'type'; head -500 "$DATA/access.log" | jq -R 'split(" ") | {ip: .[0], code: (.[8] // "0")}' -c | jq -s 'group_by(.code) | map({code: .[0].code, n: length})' -c
### sqlite basics
sqlite3 t.db 'create table t(id integer primary key, name text not null, v real, b blob); insert into t(name,v) values ("a",1.5),("b",2),("c",null); select * from t; select count(*), sum(v), avg(v), min(name), max(name), total(v), group_concat(name, "-") from t'; sqlite3 t.db .tables .schema; sqlite3 -header -column t.db 'select * from t'; sqlite3 -json t.db 'select * from t'; sqlite3 -csv -header t.db 'select *, "q""x,y" as q from t'; sqlite3 -line t.db 'select * from t limit 2'; sqlite3 -html t.db 'select * from t'; sqlite3 -list -separator '|+|' t.db 'select * from t'; sqlite3 -box t.db 'select * from t'; sqlite3 -table t.db 'select * from t'; sqlite3 -markdown t.db 'select * from t'; sqlite3 -quote t.db 'select * from t'; sqlite3 -ascii t.db 'select * from t' | od -c; sqlite3 -tabs t.db 'select * from t'; sqlite3 -nullvalue NULL t.db 'select * from t'; sqlite3 -readonly t.db 'delete from t'; echo $?; sqlite3 t.db .dump; sqlite3 t.db .dump | sqlite3 u.db; sqlite3 u.db 'select * from t where name > "a" order by id desc'; sqlite3 t.db '.mode insert new' 'select * from t'; file=$(stat -c %s t.db); echo $file; ls; sqlite3 t.db 'pragma integrity_check; pragma table_info(t); pragma page_count; pragma page_size; pragma user_version; pragma journal_mode; pragma encoding; pragma foreign_keys'; sqlite3 -version | cut -d' ' -f1; sqlite3 t.db 'vacuum; analyze; reindex; select * from sqlite_stat1'; od -An -c -N16 t.db
### sqlite queries
sqlite3 :memory: <<'Q'
create table emp(id integer primary key, name text, dept text, sal int, boss int references emp(id));
insert into emp values (1,'Ann','x',100,null),(2,'Bob','x',80,1),(3,'Cy','y',90,1),(4,'Di','y',70,3),(5,'Ed','z',60,4);
.mode column
.headers on
select e.name, b.name as boss from emp e left join emp b on e.boss = b.id order by 1;
select dept, count(*) n, sum(sal) s, round(avg(sal),2) a from emp group by dept having n > 1 order by s desc;
select name, sal, rank() over (order by sal desc) r, sum(sal) over (partition by dept order by id) run, lag(name) over w, lead(name, 1, '-') over w, ntile(2) over w, row_number() over w, first_value(name) over w, percent_rank() over w from emp window w as (order by id);
with recursive t(id, name, lvl) as (select id, name, 0 from emp where boss is null union all select e.id, e.name, lvl + 1 from emp e join t on e.boss = t.id) select printf('%s%s', substr('        ', 1, lvl * 2), name) tree from t;
.mode list
.headers off
with recursive c(n) as (select 1 union all select n + 1 from c where n < 10) select group_concat(n * n) from c;
select name from emp where name like '%d%' or name glob 'A*' union select 'zz' except select 'Ed' intersect select name from emp;
select case when sal > 80 then 'hi' else 'lo' end c, count(*) from emp group by c;
select coalesce(null, 2), ifnull(null, 3), nullif(1, 1), iif(1, 'y', 'n'), typeof(1), typeof(1.0), typeof('a'), typeof(x'00'), typeof(null), cast('12abc' as int), cast(3.7 as int), '5' + 3, 7 / 2, 7 % 2, 7.0 / 2, 1 || 2, -7 / 2, 1 << 4, 5 & 6, 5 | 2, ~1, not 1, 1 = 1.0, '1' = 1, null is null, null = null, 3 between 1 and 5, 2 in (1,2), 'a' < 'B', 'a' < 'B' collate nocase;
update emp set sal = sal * 1.1 where dept = 'x' returning id, sal;
delete from emp where sal < 65 returning name;
insert into emp(id, name) values (1, 'dup') on conflict(id) do update set name = excluded.name || '!' returning *;
insert or ignore into emp(id) values (1); insert or replace into emp(id, name) values (2, 'New'); select changes(), total_changes(), last_insert_rowid();
create view v as select name, sal from emp; select count(*) from v; create index i on emp(dept, sal); explain query plan select * from emp where dept = 'x' and sal > 5;
create trigger tr after insert on emp begin update emp set sal = 1 where id = new.id; end; insert into emp(name) values ('trig'); select name, sal from emp where name = 'trig';
begin; delete from emp; rollback; select count(*) from emp; savepoint s; delete from emp; rollback to s; release s; select count(*) from emp;
select * from emp order by sal desc nulls last limit 2 offset 1; values (1, 'a'), (2, 'b'); select * from (select 1 as a union all select 2) where a > 1;
create table g(a int, b int generated always as (a * 2) stored, c as (a + b), check (a > 0), unique (a)) strict; insert into g(a) values (4); select * from g;
alter table g add column d text default 'dd'; alter table g rename column a to aa; alter table g rename to gg; select * from gg; drop table gg;
create table w(k text primary key, v) without rowid; insert into w values ('b', 1), ('a', 2); select * from w; update w set v = v + 1 order by k limit 1; select * from w;
select * from pragma_table_list where name = 'w'; select name, type from sqlite_schema order by name;
Q
### sqlite functions
sqlite3 :memory: "select abs(-3), round(2.567, 1), upper('aé'), lower('ÀB'), length('日本'), length(x'0102'), substr('hello', 2, 3), substr('hello', -3), trim('  a '), ltrim('xxa', 'x'), replace('aXa', 'a', 'bb'), instr('hello', 'l'), hex('abc'), hex(255), unicode('é'), char(233, 0x65E5), quote('it''s'), quote(x'ff00'), quote(1.5), quote(null), printf('%05d|%-5s|%5.2f|%x|%e|%g|%,d|%q|%Q|%c', 42, 'ab', 3.14159, 255, 12345.678, 0.0001, 1234567, 'a''b', 'c''d', 'xyz'), soundex('Robert'), zeroblob(2) = x'0000', random() = random(), typeof(randomblob(4)), likelihood(1, 0.5), max(1, 'a', 3), min(2, 1)"; sqlite3 :memory: "select sqrt(2), pow(2, 10), exp(1), ln(10), log(100), log10(1000), log2(8), log(2, 8), sin(1), cos(1), tan(1), asin(1), acos(0.5), atan(1), atan2(1, 2), sinh(1), cosh(1), tanh(1), degrees(pi()), radians(180), ceil(1.2), floor(-1.2), trunc(-1.7), mod(7, 3), mod(-7.5, 2), sign(-5), pi(), 1e308 * 10, -1e308 * 10, 0.1 + 0.2, 1.0, 100.0, 1e15, 1e16, 123456789.123456789, 1/3.0, 9223372036854775807, 9223372036854775807 + 1, 0x7fffffff, 5e-324, 1e-10"; sqlite3 :memory: "select date('2024-02-28', '+1 day'), datetime(0, 'unixepoch'), julianday('2000-01-01'), strftime('%Y-%m-%d %H:%M:%f %j %w %W %s', '2024-03-10 12:34:56.789'), time('12:00', '+90 minutes'), date('2024-01-31', '+1 month', 'start of month', '-1 day'), date('2024-05-15', 'weekday 0'), unixepoch('2024-01-01'), datetime('2024-01-01 00:00:00', 'localtime'), date('bogus'), datetime(1700000000, 'auto'), strftime('%d/%m', 'now') = strftime('%d/%m', date('now'))"; sqlite3 :memory: "select json('{\"a\": [1, 2 ]}'), json_extract('{\"a\":{\"b\":[1,\"x\"]}}', '\$.a.b[1]'), '{\"a\":5}' -> 'a', '{\"a\":\"s\"}' ->> 'a', json_array(1, 'x', null), json_object('k', 1, 'l', json('[2]')), json_set('{}', '\$.x', 1), json_insert('[1]', '\$[#]', 2), json_remove('{\"a\":1,\"b\":2}', '\$.a'), json_type('[1]'), json_valid('{x'), json_patch('{\"a\":1}', '{\"a\":null,\"b\":2}'), json_array_length('[1,2,3]'), json_quote('a\"b')"; sqlite3 :memory: "select key, value, type, path from json_each('{\"a\":1,\"b\":[2]}'); select fullkey, atom from json_tree('{\"a\":1,\"b\":[2,{\"c\":3}]}') where atom is not null; select json_group_array(value), json_group_object(key, value) from json_each('[5,6]'); select value from generate_series(1, 10, 3); select regexp('^a.c$', 'abc'), 'xabcx' regexp 'b+', 'ABC' regexp '(?i)abc'; select decimal_add('1.1', '2.22'), decimal_mul('3', '0.1'), hex(sha3('abc', 256)), ieee754(2.5); select writefile('f.txt', 'hello'), readfile('f.txt'); select shell_escape_crnl(char(10)), sqlite_compileoption_used('ENABLE_FTS5'), sqlite_version()"; cat f.txt; echo
### sqlite full text and R-tree
sqlite3 f.db <<'Q'
create virtual table docs using fts5(title, body, tokenize = 'porter unicode61');
insert into docs values ('First post', 'The quick brown foxes jumped'), ('Second', 'lazy dogs sleeping all day'), ('Émile', 'café résumé naïve');
select title from docs where docs match 'fox'; select rowid, title from docs('jump* OR dog'); select highlight(docs, 1, '<', '>'), snippet(docs, 1, '[', ']', '…', 3) from docs where docs match 'sleep'; select title, round(bm25(docs), 4), round(rank, 4) from docs where docs match 'cafe OR resume' order by rank; select title from docs where docs match 'title : second'; select count(*) from docs where docs match '"quick brown"'; select title from docs where docs match 'NEAR(quick jumped, 3)'; delete from docs where rowid = 1; insert into docs(docs) values ('optimize'); insert into docs(docs) values ('integrity-check'); select count(*) from docs;
create virtual table f4 using fts4(x); insert into f4 values ('one two three'), ('two four'); select x, offsets(f4) from f4 where f4 match 'two'; select snippet(f4) from f4 where f4 match 'four'; select docid from f4 where x match 'one -four';
create virtual table tri using fts5(x, tokenize = trigram); insert into tri values ('hello world'); select * from tri where x like '%lo wo%'; create virtual table voc using fts5vocab(docs, row); select * from voc order by term limit 3;
create virtual table r using rtree(id, x0, x1, y0, y1); insert into r values (1, 0, 10, 0, 10), (2, 5, 15, 5, 15), (3, 100, 101, 100, 101); select id from r where x0 <= 12 and x1 >= 12; select rtreecheck('r'); delete from r where id = 2; select count(*) from r; select * from r;
select docs match 'x' from docs limit 1; select * from docs where docs match 'AND'; 
Q
echo $?; sqlite3 f.db .tables 'select count(*) from docs'
### sqlite shell commands
printf 'id,name,score\n1,"Ann, A",3.5\n2,Bob,4\n3,"Cy ""q""",\n' > i.csv; printf 'a|b\nc|d\n' > p.txt
sqlite3 s.db <<'Q'
.mode csv
.import i.csv people
.import --skip 1 i.csv people
.schema people
select * from people;
.mode list
create table p(x, y);
.import p.txt p
.separator " : "
select * from p;
.headers on
.mode column --wrap 10
select * from people where id < 3;
.width 5 -10
select id, name from people limit 1;
.mode json
select * from p;
.mode csv
.once out.csv
select * from people;
.output dump.txt
.dump p
.output stdout
.print hello world
.show
.indexes
.tables p%
.mode tcl
select * from p;
.mode insert zz
select * from p;
.mode quote
select 'it''s', 1.5, null, x'0a';
.nullvalue (nil)
.mode list
select null;
.echo on
select 1;
.echo off
.changes on
delete from p where x = 'a';
.changes off
.eqp on
select * from people where id = '2';
.eqp off
.bail off
select * from nosuch;
.parameter set @a 5
.parameter set :n "'nm'"
.parameter list
select @a + 1, :n;
.limit length
.stats off
.timer off
.lint fkey-indexes
.selftest --init
.sha3sum
.explain on
.read extra.sql
.help .mode
.nosuchcommand
.backup b.db
.save c.db
.open b.db
select count(*) from people;
.clone d.db
.fullschema
.dbinfo
.prompt x y
.filectrl nope
.log off
.exit 3
select 'never';
Q
echo $?; cat out.csv dump.txt; ls; sqlite3 d.db 'select * from people'; sqlite3 s.db -cmd '.mode json' 'select * from p' ; echo 'select 7;' > init; sqlite3 -init init :memory: 'select 8'; echo '.mode box
select 1 as a;' | sqlite3; sqlite3 -batch :memory: '.system echo sys' '.shell exit 2' 'select 1'; sqlite3 :memory: 'select 1;;; select 2' ';'; echo 'select 1' | sqlite3; echo 'select (' | sqlite3; echo $?; sqlite3 -bail :memory: 'select 1; select bad; select 2'; echo $?; echo 'select 1; select bad; select 2;' | sqlite3 -bail; echo $?; echo 'select 1; select bad; select 2;' | sqlite3; echo $?; sqlite3 -help 2>&1 | head -3; sqlite3 -nosuch; echo $?
### sqlite errors
sqlite3 e.db 'create table t(a int not null unique, b check (b > 0)); insert into t values (1, 1)'; for q in 'select * from nope' 'selec 1' 'insert into t values (1, 1)' 'insert into t values (null, 1)' 'insert into t values (2, -1)' 'insert into t values (1)' 'select nofunc(1)' 'select a.b.c' 'create table t(x)' 'drop table zz' "select 'abc" 'select (' 'select * from t where' 'pragma foreign_keys = on; create table c(x references t(a)); insert into c values (99)' 'select 1/0, 1%0, 5/2' 'select abs(-9223372036854775808)' 'select json_extract("{", "$.a")' 'commit' 'attach "/nonexistent/x" as y' 'select sum(a) over from t' 'select raise(abort, 1)' 'select substr()' 'select 1 union select 1,2' 'create table s(a any, b) strict' 'select randomblob(2000000000)'; do echo "== $q"; sqlite3 e.db "$q"; echo $?; done 2>&1; echo junk > bad.db; dd if=/dev/zero bs=1000 count=5 2>/dev/null | tr '\0' x >> bad.db; sqlite3 bad.db 'select 1; select * from sqlite_schema'; echo $?; sqlite3 bad.db .tables; sqlite3 /nonexistent/x.db 'create table a(b)'; echo $?; mkdir dir; sqlite3 dir 'create table a(b)'; echo $?; chmod 400 e.db; sqlite3 e.db 'insert into t values (5,5)'; echo $?; sqlite3 -readonly missing.db 'select 1'; sqlite3 "file:e.db?mode=ro" 'select count(*) from t'; sqlite3 "file:e.db?mode=rw" 'insert into t values (9, 9)'; echo $?
### loadable modules
sqlite3 :memory: "select load_extension('x')"; echo $?; lua5.4 -e 'print(package.loadlib("./x.so", "*"))'
### sqlite files and transactions
sqlite3 a.db 'create table t(x); insert into t values (1)'; sqlite3 b.db "attach 'a.db' as a; create table u as select x * 2 as y from a.t; select * from u; select name from pragma_database_list"; sqlite3 a.db 'begin exclusive; insert into t values (2)' '.shell sqlite3 a.db "select count(*) from t" 2>&1' 'commit'; sqlite3 a.db 'begin; insert into t values (3)' '.shell sqlite3 a.db "select count(*) from t"' '.shell sqlite3 a.db "insert into t values (9)" 2>&1' '.shell ls' 'commit'; sqlite3 a.db 'select * from t'; ls; for m in truncate persist memory off delete; do sqlite3 a.db "pragma journal_mode = $m; insert into t values ('$m'); select count(*) from t"; ls; done; (for i in 1 2 3 4; do sqlite3 a.db '.timeout 20000' "begin immediate; insert into t values ($i); commit" & done; wait); sqlite3 a.db 'select count(*) from t'; sqlite3 a.db '.timeout 5000' 'pragma synchronous = off; pragma cache_size = 10; create table big(i integer primary key, s text); with recursive c(n) as (select 1 union all select n + 1 from c where n < 20000) insert into big select n, hex(n) || printf("%050d", n) from c; select count(*), sum(length(s)), max(s) from big; create index bi on big(s); select i from big where s like "3131%" order by s limit 3; delete from big where i % 2; select count(*) from big; vacuum; pragma integrity_check; pragma freelist_count'; sqlite3 a.db .dump | sort | sha256sum; sqlite3 '' 'create table temp(a); insert into temp values (1); select * from temp'; sqlite3 a.db '.archive -c --file ar.sqlar init' 2>&1; echo hello > h1; mkdir sd; echo x > sd/h2; sqlite3 ar.db -Ac h1 sd; sqlite3 ar.db -At | sort; rm h1; sqlite3 ar.db -Ax h1; cat h1; sqlite3 z.zip -Ac h1 sd; sqlite3 z.zip -At; sqlite3 z.zip 'select 1' 2>&1; sqlite3 :memory: "select name, sz, data from zipfile('z.zip') where name like '%h1'"
### sqlite write-ahead log
sqlite3 w.db 'pragma journal_mode = wal; create table t(x); insert into t values (1), (2); select sum(x) from t; pragma journal_mode; pragma wal_checkpoint'; sqlite3 w.db 'insert into t values (3); select * from t'; sqlite3 w.db 'pragma journal_mode = delete; select count(*) from t'; ls; sqlite3 w.db 'pragma journal_mode = wal; begin; insert into t select x from t; rollback; select count(*) from t' "attach 'w.db' as again; select count(*) from again.t; insert into again.t values (7); select count(*) from main.t"; sqlite3 w.db 'pragma wal_autocheckpoint = 2; create table b(s); with recursive c(n) as (select 1 union all select n + 1 from c where n < 5000) insert into b select hex(zeroblob(50)) from c; select count(*) from b; pragma integrity_check; pragma wal_checkpoint(truncate)' ; ls
### sqlite from programs of the shell
for i in $(seq 50); do echo "insert into t values ($i, 'v$i');"; done | { echo 'create table t(a, b); begin;'; cat; echo 'commit; select count(*), sum(a) from t;'; } | sqlite3 p.db; sqlite3 p.db 'select b from t where a < 4' | while read -r x; do echo "got $x"; done; n=$(sqlite3 p.db 'select max(a) from t'); echo $((n + 1)); seq 1 1000 | awk '{print $1","$1*$1}' | sqlite3 p.db '.mode csv' '.import /dev/stdin sq' 2>&1; sqlite3 p.db 'create table sq2(a int, b int)'; seq 1 1000 | awk '{print $1","$1*$1}' > sq.csv; sqlite3 -csv p.db '.import sq.csv sq2' 'select sum(b) from sq2'; head -300 "$DATA/access.log" | awk '{print $1","$9}' > log.csv; sqlite3 -csv :memory: 'create table l(ip, code)' '.import log.csv l' 'select code, count(*) from l group by code order by 2 desc, 1'; sqlite3 -json p.db 'select * from t limit 2' | jq -c '.[].b'; sqlite3 p.db ".import '|seq 3' cmdt" 'select * from cmdt' 2>&1; sqlite3 p.db '.output |tr a-z A-Z' "select 'abc'"; sqlite3 :memory: "select edit('x')" 2>&1 | head -1; printf 'x\ty\n1\t2\n' | sqlite3 -tabs -header :memory: '.import /dev/stdin tt' 'select * from tt'; sqlite3 p.db "insert into t values (1, '$(printf 'multi\nline')')" "select quote(b) from t where b like 'multi%'"; sqlite3 :memory: 'select unistr(1)' 2>&1; sqlite3 p.db <<< 'select count(*) from t;'; sqlite3 p.db < /dev/null; echo $?
### lua language
lua5.4 - <<'Q'
print(_VERSION, 7 // 2, 7.0 // 2, -7 // 2, 7 % -3, 2^10, 10 / 2, 1e15, 1e16, 2^53, 1/0, -1/0, 0/0 ~= 0/0, 0x10, 0xA.8p0, 3 | 4, 5 & 6, 5 ~ 3, ~0, 1 << 62, 1 << 63, 1 << 64, "10" + 5, 10 .. 20, #"abc", math.maxinteger, math.mininteger, math.maxinteger + 1 == math.mininteger, 3 == 3.0, math.type(3), math.type(3.0), math.tointeger(3.0), 100 // 1e-300)
print(string.format("%5d|%-5d|%05.1f|%x|%X|%o|%e|%g|%q|%s|%10.3s|%c|%i|%a|%%", 42, 42, 3.14159, 255, 255, 8, 12345.678, 0.0001, "a\n\"b\0", nil, "abcdef", 65, 3, 1.0))
print(("hello world"):find("o w"), ("hello"):find("l+"), ("k=v, a=b"):gsub("(%w+)=(%w+)", "%2=%1"), ("abc"):rep(3, "-"), ("abc"):byte(1, -1), ("x"):upper(), ("%d"):format(3), ("hello"):sub(-3, -2), ("test123"):match("%a+(%d+)"), ("  trim "):match("^%s*(.-)%s*$"), ("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"), ("a,b,,c"):gsub(",", ";", 2))
for k, v in string.gmatch("a=1, b=2", "(%w+)=(%w+)") do io.write(k, v, ";") end print()
local t = {5, 2, 8, 1} table.sort(t) print(table.concat(t, ",")) table.sort(t, function(a, b) return a > b end) print(table.concat(t, ",")) table.insert(t, 1, 0) table.insert(t, 9) print(table.remove(t), table.remove(t, 1), #t, table.unpack(t, 2, 3)) print(select("#", nil, nil), select(-1, 1, 2, 3), table.pack(1, nil, 3).n, table.move({1, 2, 3}, 1, 3, 2)[3])
local mt = setmetatable({}, {__index = function(_, k) return k .. "!" end, __call = function(_, a) return a * 2 end, __tostring = function() return "obj" end, __add = function() return "added" end, __len = function() return 42 end, __eq = function() return true end, __lt = function() return true end, __concat = function() return "cat" end, __close = function() print("closed") end, __unm = function() return "neg" end}) print(mt.foo, mt(21), tostring(mt), mt + 1, #mt, mt < mt, mt .. "x", -mt) do local c <close> = mt end local k <const> = 5
print(pcall(error, {code = 1}), pcall(error, "msg", 0), pcall(function() local x = nil; x.y = 1 end), pcall(function() return 1 + {} end), select(2, pcall(error)), xpcall(function() error("deep") end, function(m) return "handled: " .. m end)) print(select(2, pcall(string.rep)), select(2, pcall(string.rep, "x", -1)), pcall(setmetatable, 1, 2))
local co = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) for i = 1, 3 do coroutine.yield(i * b) end return "done" end) print(co(1), co(10), co(), co(), co()) print(pcall(co)) local c2 = coroutine.create(function() error("in co") end) print(coroutine.resume(c2)) print(coroutine.status(c2), coroutine.isyieldable(), select(2, coroutine.running()))
goto skip print("no") ::skip:: for i = 10, 1, -3 do io.write(i, " ") end print() local i = 0 repeat i = i + 1 until i > 3 print(i) while true do i = i - 1 if i < 0 then break end end print(i) for i = 1.0, 2, 0.5 do io.write(i, " ") end print() local function va(...) local a, b = ... return ..., select("#", ...), a, b end print(va(1, 2, 3)) print((va(1, 2))) print(#{1, 2, nil, 4} >= 2, next({}), rawlen({1, 2}), rawequal(t, t), rawget(mt, "x"))
print(utf8.char(233, 0x65E5), utf8.len("日本"), #"日本", utf8.codepoint("é", 1), utf8.offset("日本", 2)) for p, c in utf8.codes("aé") do io.write(p, ":", c, " ") end print() print(math.floor(-3.5), math.ceil(3.2), math.max(1, 5, 3), math.fmod(-7, 3), math.sqrt(2), math.pi, math.abs(-4), math.ult(1, -1), math.sin(1), math.exp(1), math.log(8, 2), math.log(100, 10), math.huge, -math.huge) print(tostring(1e100), 1e300 * 1e10, 123456789012345678, 0.1, 1/3, 100, 100.0, -0.0, 3.14159265358979) print(tonumber("0x1p4"), tonumber("  12  "), tonumber("1e1"), tonumber("z", 36), tonumber("8", 8), tonumber("abc"), tonumber("10", 2))
print(string.pack("<i4", 100):byte(1, -1), string.unpack("<i4", string.pack("<i4", -2)), string.packsize("i4i8")) print(load("return 1 + 1")(), load("syntax error here"), type(load(function() return nil end))) print(os.time({year = 2020, month = 1, day = 1, hour = 12}), os.date("!%Y-%m-%d %H:%M:%S", 0), os.date("!*t", 86400).day, os.getenv("HOME") ~= nil, os.getenv("NOPE"), type(os.clock()), type(os.tmpname()), os.rename("/nonexistent", "x"), os.remove("/nonexistent"), os.setlocale()) print(collectgarbage("count") > 0, collectgarbage(), type(debug.traceback()), debug.getinfo(1, "l").currentline, string.format("%-10s|", "é"))
Q
### lua files and processes
cat > l.lua <<'Q'
local f = assert(io.open("x.txt", "w")) f:write("line1\n", 2, " ", 3.5, "\nthird") f:close() for l in io.lines("x.txt") do io.write("[", l, "]") end print() for l in io.lines("x.txt", "L") do io.write(#l, " ") end print() f = io.open("x.txt") print(f:read("l", "n", "n", "l", "a", "a", "l")) print(f:seek("set", 2), f:read(3), f:seek("cur"), f:seek("end"), f:read(1), f:read("a")) f:close() print(io.type(f), io.type(io.stdout), tostring(f), pcall(f.read, f)) print(io.open("/nonexistent/x")) print(pcall(io.lines, "/nonexistent")) f = io.open("x.txt", "a+") f:write("!") f:seek("set") print(f:read("a")) f:close() f = io.open("x.txt", "r+b") f:write("LINE") f:close() io.input("x.txt") print(io.read("a")) io.output("y.txt") io.write("to y") io.close() io.output(io.stdout) f = io.open("y.txt") f:setvbuf("no") print(f:read("a"))
local p = io.popen("echo popen; exit 3") print(p:read("a"), p:close()) p = io.popen("cat > z.txt", "w") p:write("via pipe") print(p:close()) print(io.open("z.txt"):read("a")) print(os.execute("exit 5")) print(os.execute("true")) print(os.execute("kill -9 $$")) print(os.execute()) print(os.remove("z.txt"), os.rename("y.txt", "w.txt"), os.remove("nope"))
print(arg[0], #arg, arg[1], arg[2], ...) package.path = "./?.lua;" .. package.path local m = require("mod") print(m.f(2), package.loaded.mod == m, pcall(require, "nomod") == false) print(pcall(dofile, "bad.lua")) print(dofile("val.lua")) local s = 0 for w in io.lines("nums") do s = s + w end print(s) io.stderr:write("to stderr\n") os.exit(7)
Q
echo 'return {f = function(x) return x * 2 end}' > mod.lua; echo 'x = = 1' > bad.lua; echo 'return 1, 2' > val.lua; seq 100 > nums; lua l.lua a 'b c'; echo $?; lua -e 'print(1)' -e 'print(2)'; echo 'print("in", ...)' | lua - x y; lua -i < /dev/null 2>&1 | head -1; lua -v; lua -l mod -e 'print(mod.f(4))'; lua -W -e 'warn("@on") warn("careful")'; lua -x; echo $?; lua nofile.lua; echo $?; lua -e 'error("oops")'; echo $?; lua -e 'error({})'; lua -e 'local t = nil; t.x = 1'; lua -e 'os.exit(false)'; echo $?; lua -e 'os.exit(true, true)'; echo $?; luac5.4 -o m.out mod.lua; lua -e 'print(dofile("m.out").f(5))'; luac -p bad.lua; echo $?; luac -l -p val.lua | grep -c RETURN; luac5.4 -v; lua -e 'print(#arg, arg[0])'; printf '#!/usr/bin/env lua\nprint("script", ...)' > s; chmod +x s; ./s 1 2; lua -e 'print(string.rep("x", 1e6):len()) local t = {} for i = 1, 2e5 do t[i] = i end print(#t) local s = {} for i = 1, 1e5 do s[#s + 1] = ("%d"):format(i) end print(#table.concat(s)) local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end print(fib(24))'; lua -e 'local function f() return f() + 1 end print(pcall(f))' | cut -c1-60; lua -e 'local s = "x" while #s < 1e7 do s = s .. s end print(#s)'; lua -e 'print(pcall(string.rep, "x", 1 << 40))'; lua -e 'print(require "nomod")' 2>&1 | head -5
### make basics
mkdir -p a; cd a; printf 'CC = echo cc\nOBJS := a.o b.o\nall: prog\nprog: $(OBJS)\n\t@echo link $^ into $@\n\t@cat $^ > $@\n%%.o: %%.c\n\t$(CC) -c $< -o $@\n\t@echo obj $* > $@\na.o: a.h\n.PHONY: all clean\nclean:\n\trm -f *.o prog\n' > Makefile; touch a.c b.c a.h; make; make; touch -d '+1 minute' a.h; make; make -n clean; make clean; make -s prog; ls; make -B -n; make nope; echo $?; make -q; echo $?; rm prog; make -q; echo $?; make -t; make; make -k nope all; echo $?; make CC='echo gcc' -B; make -C .. -f a/Makefile all 2>&1 | head -3 | sed 's,/.*/,DIR/,; s,/[^/ ]*$,END,'; make -v | head -1; make --help | head -3; make -f nofile; echo $?; cd ..; mkdir e; cd e; make; echo $?; printf 'x:\nfoo\n' > Makefile; make; echo $?; printf 'x: y\n' > Makefile; make; echo $?; printf 'x:\n\tfalse\n\techo no\n' > Makefile; make; echo $?; printf 'x:\n\t-false\n\techo yes\n\t@exit 3\n' > Makefile; make; echo $?; make -i; echo $?; printf 'x:\n    echo spaces\n' > Makefile; make; echo $?; printf 'x: x.o\n\t@:\nx.o: x\n\techo $@\n' > Makefile; make; printf 'a b:\n\techo $@\n' > Makefile; make; make a b; make -rR -p -f /dev/null 2>/dev/null | grep -c '^# '> /dev/null; echo $?; touch f.c; printf 'f:' > Makefile; make -n f
### make functions
cat > Makefile <<'Q'
S := a.c b.c d/c.c x.h
$(info $(S:.c=.o) $(S:%.c=%.o) $(patsubst %.c,%.o,$(S)) $(filter %.c,$(S)) $(filter-out %.c,$(S)) $(wildcard *.z) $(sort c b a b) $(words $(S)) $(word 2,$(S)) $(wordlist 2,3,$(S)) $(firstword $(S)) $(lastword $(S)))
$(info $(dir $(S)) $(notdir $(S)) $(suffix $(S)) $(basename $(S)) $(addprefix p/,$(S)) $(addsuffix .s,$(S)) $(join a b,c d) $(subst a,b,banana) $(strip  a   b ) $(findstring an,banana)|$(findstring zz,banana)|)
$(info $(foreach x,1 2 3,[$(x)]) $(if ,t,f) $(if x,t,f) $(or ,a,b) $(and a,b) $(and a,,b)| $(shell echo hi; echo there) $(.SHELLSTATUS) $(shell exit 3)$(.SHELLSTATUS) $(origin S) $(origin HOME) $(origin nope) $(origin CC) $(flavor S) $(value R))
rev = $(2) $(1)
R = $(S) rec
$(info $(call rev,a,b) $(R) $(let a b,1 2 3,$a-$b) $(abspath /a/../b/./c) $(eval V := ev)$(V) $(words $(MAKEFLAGS)) $(MAKE_VERSION) $(MAKELEVEL) $(.DEFAULT_GOAL)| $(MAKEFILE_LIST))
define block
echo one
echo two $(1)
endef
A ?= default
B += x
B += y
C != echo shell assigned
export E := exported
unexport F
override O := over
ifeq ($(A),default)
$(info is default)
else ifneq (,$(A))
$(info other $(A))
else
$(info none)
endif
ifdef B
$(info B=$(B) C=$(C))
endif
ifndef ZZ
$(info no ZZ)
endif
T = $(foreach v,x y,$(eval $(v)_t := $(v)!)$($(v)_t))
$(info $(T) $(x_t)$(y_t))
all: v1 v2 one two pre order
v1:
	$(call block,three)
v2: LOCAL = target specific
v2: ; @echo $(LOCAL) $$E $(O) $${E} $$$$ | sed 's/[0-9]*$$/PID/'
one two: ; @echo group $@
pre.%: ; @echo pattern $* $@
pre: pre.a pre.b
	@echo $^ / $< / $? / $+ / $| / $(@D) / $(@F)
order: pre | one
	@echo order $| ; \
	echo continued \
	  line
include inc.mk
-include missing.mk
sinclude missing2.mk
vpath %.v sub
vv: x.v ; @echo $<
stem/lib-%.o: %.q ; @echo $< $* $@
double:: ; @echo d1
double:: ; @echo d2
.ONESHELL-not: ; 
empty-cmd: ;
$(warning a warning)
long: $(addprefix t,$(shell seq 200))
t%: ; @:
.SECONDEXPANSION:
se: $$(addsuffix .q,f g) ; @echo $^
%.q: ; @echo made $@; touch $@
static: s1.st s2.st
s1.st s2.st: %.st: %.q ; @echo static $< $@
err: ; $(error stop here $@)
nested: ; @$(MAKE) --no-print-directory v2 A=sub; $(MAKE) -s one
q: ; @echo "quotes 'single' \"double\" \$$HOME" '$(S)' `echo back` $$(( 1 + 2 )) # comment
Q
echo 'INC = included' > inc.mk; mkdir sub; touch sub/x.v; make; make A=cmd v2; A=env make v2; make -e A=x v2 | tail -1; make vv stem/lib-z.o double empty-cmd se static; make err; echo $?; make nested; make q; make long; make -r -R double; make -n one; make --trace one 2>&1; make -d one 2>&1 | grep -c .> /dev/null; make print-x; make -p 2>/dev/null | grep -E '^(S|A|B|O|E) '; make --eval='zz: ; @echo evaled' zz; make -W sub/x.v vv; make -o x.v vv; make -j4 one two pre | sort; make -j4 long; make --warn-undefined-variables one 2>&1 | head -2; make -f - <<< 'x: ; @echo from stdin'
### make jobs
cat > Makefile <<'Q'
N := $(shell seq 40)
all: $(N:%=o.%)
	@cat $^ | sort -n | sha256sum
o.%:
	@echo $* > $@
slow: s1 s2 s3
s%: ; @sleep 0.2; echo done $*
fail: f1 f2 f3
f1: ; @sleep 0.1; exit 1
f2: ; @sleep 0.3; echo f2 finished
f3: ; @echo f3
sub: ; @+$(MAKE) --no-print-directory -C d
seq: ; @for i in 1 2 3; do echo $$i; done
bg: ; @sleep 0.1 & wait; echo waited
pipe: ; @seq 1000 | awk '{s += $$1} END {print s}'; echo a | tee f | cat - f
cd: ; @cd d && pwd | sed 's,.*/,,'; cat Makefile | head -1
SHELL = /bin/bash
bash: ; @[[ abc == a* ]] && echo "$${BASH_VERSION%%.*}" && a=(1 2 3) && echo $${#a[@]}
.ONESHELL:
shell-o:
	@x=1
	echo $$x
	false
	echo after
Q
mkdir d; echo 'all: x y
x y: ; @echo sub $@ $(MAKELEVEL) $(filter -j%,$(MAKEFLAGS))' > d/Makefile; make -j8; make -j3 slow | sort; make -j2 fail > out 2> err; echo $?; sort err; grep -c f2 out; make -k -j2 fail 2>&1 | sort; make sub; make -j4 sub | sort; make seq bg pipe cd bash; make shell-o; echo $?; make -j -s all; make -j2 -Otarget slow | sort; make -j2 --output-sync=line all; MAKEFLAGS=-s make seq; make -C d -w | sed 's,/.*,DIR,'; make -n -j2 all | wc -l; (ulimit -v unlimited; make seq); cat > gen.mk <<'Q'
all: gen.inc.done
include gen.inc
gen.inc: ; @echo generating; echo 'G = 5' > $@
gen.inc.done: ; @echo G is $(G); touch $@
Q
mk() { cat > tmp.mk; make -f tmp.mk; }; make -f gen.mk; make -f gen.mk; (sleep 0.3; echo) | make -f gen.mk -B; timeout 0.5 make -f <(echo 'x: ; @sleep 5') > /dev/null 2>&1; echo $?; printf 'x: ; @kill -TERM $$$$\n' | mk; echo $?; printf 'y: ; @echo partial > y; exit 1\n.DELETE_ON_ERROR:\n' | mk; ls y; printf 'x: ; nosuchcommand a b\n' | mk; echo $?; printf 'x: ; ./noexec\n' | mk; touch noexec;  printf 'x: ; ./noexec\n' | mk; echo $?; printf '%%.x: %%.y ; @cp $< $@\n%%.y: ; @echo y > $@\n' > im.mk; make -f im.mk f.x; ls f.*; make -f im.mk a.x b.x -j2 2>&1 | sort; date +%s > t1; printf 'SHELL=/usr/bin/awk\n.SHELLFLAGS=-e\nx: ; @BEGIN { print 6 * 7 }\n' > sh.mk; make -f sh.mk; printf 'lib.a(a.o): ; @echo member $%%\n' > ar.mk; make -f ar.mk 'lib.a(a.o)'
### make a small project
mkdir -p src build; for i in $(seq 30); do echo "int f$i;" > src/f$i.c; done; cat > Makefile <<'Q'
SRC := $(wildcard src/*.c)
OBJ := $(patsubst src/%.c,build/%.o,$(SRC))
DEP := $(OBJ:.o=.d)
build/app: $(OBJ)
	@cat $(sort $^) > $@; wc -l < $@
build/%.o: src/%.c | build
	@sed 's/int/extern int/' $< > $@; echo '$@: $<' > $(@:.o=.d)
build: ; mkdir -p $@
-include $(DEP)
.PHONY: test clean help
test: build/app ; @grep -c extern $<
clean: ; @$(RM) -r build; test ! -d build && echo cleaned
help: ## show this help
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk 'BEGIN {FS = ":.*## "} {printf "%-10s %s\n", $$1, $$2}'
install: build/app ; install -d $(DESTDIR)/usr/bin && install -m 755 $< $(DESTDIR)/usr/bin/app && ls $(DESTDIR)/usr/bin
Q
make -j4 test; make; touch src/f3.c; make test; make help; make install DESTDIR=$PWD/out | tail -1; make clean; make -j8 -s; make -n | head -2; make --question; echo $?
### m4
m4 <<'Q'
define(`foo', `Hello $1, $# args: $*, $@')foo(world, b c) foo dnl gone
define(`fact', `ifelse($1, 0, 1, `eval($1 * fact(decr($1)))')')fact(10)
ifdef(`foo', yes, no) ifdef(`bar', yes, no) len(`abc') index(`hello', `l') substr(`hello', 1, 3) translit(`abc', `a-c', `A-C') regexp(`hello world', `w\(.*\)', `<\1>') patsubst(`aaa', `a', `b') eval(2 ** 10 + 0xff % 7) eval(-7 / 2) eval(10, 2, 8) eval(1 << 4 | 3 && 0) incr(4) decr(4) format(`%05d %s %.2f', 42, `x', 3.14159)
pushdef(`foo', `inner')foo popdef(`foo')foo(x) undefine(`foo')foo
define(`forloop', `pushdef(`$1', `$2')_forloop($@)popdef(`$1')')define(`_forloop', `$4`'ifelse($1, `$3', `', `define(`$1', incr($1))$0($@)')')forloop(`i', 1, 5, `i ')
divert(1)diverted text
divert(0)first
undivert(1)divert(-1) nothing divert(0)dnl
changequote([, ])define([q], [quoted [nested]])q changequote
syscmd(`echo from shell; exit 3')sysval esyscmd(`echo captured')dnl
shift(a, b, c) builtin(`len', `xx') indir(`len', `yyy') defn(`q') dumpdef(`q')errprint(`to stderr
')include(`inc.m4')sinclude(`none.m4')__line__ __file__
changecom(`//') // comment foo
ifelse(a, b, 1, c, c, 2, 3) m4exit(4) not reached
Q
echo $?; echo 'X() Y' > a; m4 -DX='x-$1' -D Y a; echo 'm4_define(`a'"'"', `b'"'"')a len(x)' | m4 -P; m4 -s <<< $'a\nb'; m4 nofile; echo $?; echo 'include(`nope'"'"')' | m4; echo $?; echo 'define(`x'"'"'' | m4; echo $?; echo 'eval(1/0) eval(foo) undefine(`zz'"'"')len(a,b)' | m4; echo $?; m4 --version | head -1; echo 'traceon(`foo'"'"')define(`foo'"'"',1)foo' | m4 -dt 2>&1; echo 'define(`l'"'"', `ifelse($1, 0, , `x`'"'"'l(decr($1))'"'"')'"'"')l(2000)' | m4 | wc -c; echo 'define(`r'"'"', `r'"'"')' | m4; yes 'format(`%d'"'"', 7) translit(`abc'"'"', `b'"'"')' | head -5000 | m4 | sha256sum; mkdir d; echo 'in d' > d/f; echo 'include(`f'"'"')' | m4 -I d; echo 'maketemp(`/tmp/dataXXXXXX'"'"')' | m4 | wc -c; echo 'mkstemp(`tXXXXXX'"'"')' | m4 | cut -c1; echo 'ifdef(`__unix__'"'"', unix)ifdef(`__gnu__'"'"', gnu)' | m4; m4 -F fr.m4f <<< 'define(`z'"'"', 26)'; m4 -R fr.m4f <<< 'z'; m4 -G <<< 'patsubst(x, x, y)'; echo 'divert(2)two
divert(1)one
divert' | m4; echo 'esyscmd(seq 20000)' | m4 | md5sum
### mawk
head -2000 "$DATA/access.log" > log; mawk '{n += length($0)} END {print n, NR}' log; mawk '{c[$9]++} END {for (k in c) print k, c[k]}' log | sort; mawk -F'"' '{print $2}' log | head -3; mawk 'BEGIN {printf "%d %5.2f %s %c %x %o %e %g %5s|%-5s|%05d\n", 3.9, 3.14159, "s", 65, 255, 8, 1234.5, 0.0001, "ab", "cd", 42; print length("héllo"), toupper("abc"), substr("hello", 2, 3), index("hello", "l"), 1e6, 1e20, 0.1 + 0.2, 1 / 3, 2 ^ 10, 7 % 3, -7 % 3, int(-3.7), "a" < "b", 10 < 9, "10" < "9"; x = "A"; y = sub(/A/, "&&", x); print x, y; s = "a:b:c"; n = split(s, q, ":"); print n, q[1], q[3]; gsub(/[bc]/, "[&]", s); print s; print match("foobar", /o+/), RSTART, RLENGTH; print sprintf("%s %d", "x", "3abc"); print substr("hello", 0), substr("hello", -1, 3), substr("hello", 4, 100); print tolower("ABC") toupper("def"), sin(1), cos(1), atan2(1, 2), exp(1), log(10), sqrt(2); delete q[1]; print length(q), (1 in q), (2 in q); while (i++ < 3) printf "%d ", i; do { i-- } while (i > 0); print i; for (;;) break; print 1==1.0, "a"~/a/, !0, 1 ? "t" : "f"; exit 3} END {print "end"}'; echo $?; printf 'a b\nc d\n' | mawk '{$2 = "X"; print; print $0, NF; NF = 1; print; $5 = "e"; print}' OFS=-; printf 'l1\nl2\nl3\n' | mawk 'NR == 1 {getline; print "got", $0} /l3/ {while (("echo cmd; echo two" | getline x) > 0) print x; close("echo cmd; echo two"); print "sorted" | "sort"; print "a" | "sort"; close("sort"); system("echo sys; exit 2"); print "x" > "f.out"; close("f.out"); while ((getline l < "f.out") > 0) print "file", l; print "err" > "/dev/stderr"; print "append" >> "f.out"}'; cat f.out; mawk -v n=5 -f <(echo 'BEGIN {print n * 2, ARGC, ARGV[1]} function f(a, b) {b = a * 2; return b} END {print f(4), FILENAME}') log; mawk 'BEGIN {RS = ""} {print NR ": " $1}' <<< $'a\nb\n\nc\nd'; mawk 'BEGIN {RS = "[0-9]+"; ORS = "|"} {print}' <<< 'a1b22c'; echo; mawk 'BEGIN {FS = ","} {print $2}' <<< 'a,b,c'; mawk '/start/,/end/' <<< $'x\nstart\ny\nend\nz'; mawk 'BEGIN {getline; print "bad'; echo $?; mawk '{print $1' < /dev/null; echo $?; mawk 'BEGIN {print substr("x"}'; echo $?; mawk '{print}' /nonexistent; echo $?; mawk -W version 2>&1 | head -1; mawk; echo $?; mawk 'BEGIN {x["a", 1] = 2; for (k in x) {split(k, p, SUBSEP); print p[1], p[2]}; print length(), -3 % 2, 1e300 * 1e300, log(-1)}' < /dev/null; mawk 'BEGIN {printf "%s %s %s\n", 1e15, 123456789, 0.000001; print 100000 * 100000, 2 ^ 31, 2 ^ 53, 1e-7; printf "%i %5.3d %+d % d\n", 1, 2, 3, 4; print -0, 017, "0x1A" + 0}'; seq 100000 | mawk '{s += $1; a[NR % 100] += $1} END {print s, a[7]}'; mawk '{print}' "$DATA/binary" | sha256sum; mawk 'length > 80 {n++} END {print n}' "$DATA/access.log"; mawk 'BEGIN {while (i < 100000) s = s "x" (i++ % 10); print length(s)}'; mawk -W interactive '{print}' <<< x; mawk -- 'BEGIN {print ENVIRON["HOME"] != "", ARGC}'; mawk 'BEGIN { printf "%c%c", 256, "" }' | od -c | head -1; mawk 'function r(n) {return n ? 1 + r(n - 1) : 0} BEGIN {print r(5000)}'
### original-awk
head -2000 "$DATA/access.log" > log; original-awk '{n += length($0)} END {print n, NR}' log; original-awk '{c[$9]++} END {for (k in c) print k, c[k]}' log | sort; original-awk 'BEGIN {printf "%d %5.2f %s %c %x\n", 3.9, 3.14159, "s", 65, 255; print length("hello"), toupper("abc"), substr("hello", 2, 3), index("hello", "l"), 1e6, 0.1 + 0.2, 2 ^ 10, 7 % 3; s = "a:b"; n = split(s, q, ":"); print n, q[2]; gsub(/[ab]/, "[&]", s); print s, match("foobar", /o+/), RSTART, RLENGTH; exit 3} END {print "end"}'; echo $?; printf 'a b\nc d\n' | original-awk '{$2 = "X"; print; NF = 1; print}' OFS=-; original-awk 'BEGIN {while (("echo cmd; echo two" | getline x) > 0) print x; print "b\na" | "sort"; close("sort"); print system("exit 2"); print "x" > "f.out"; close("f.out"); getline l < "f.out"; print l; print "err" > "/dev/stderr"}'; original-awk -F, -v v=1 '{print $2, v}' <<< 'a,b'; original-awk 'BEGIN {RS = ""} {print NR ": " $1}' <<< $'a\nb\n\nc'; original-awk '{print $1' < /dev/null; echo $?; original-awk 'BEGIN {print length(}'; echo $?; original-awk -version; original-awk; echo $?; original-awk '{print}' /nonexistent; echo $?; seq 50000 | original-awk '{s += $1} END {print s}'; original-awk '/start/,/end/' <<< $'x\nstart\ny\nend\nz'; original-awk 'BEGIN {printf "%s\n", substr("hello", 0, 3); print 1e300 * 1e300, -log(0); print tolower("ÀB"), length("é")}'; original-awk 'function f(n) {return n < 2 ? n : f(n - 1) + f(n - 2)} BEGIN {print f(18)}'; original-awk 'BEGIN {x["a", 1]; for (k in x) {split(k, p, SUBSEP); print p[1] p[2]}; delete x; print ENVIRON["LC_ALL"]}'
### random numbers of awks
original-awk 'BEGIN {for (i = 0; i < 3; i++) print rand(); srand(7); print rand(), srand(9), int(rand() * 1000)}'; mawk 'BEGIN {srand(1); print rand(), rand(), int(rand() * 100); print srand(5), srand()}'; gawk 'BEGIN {print rand(), rand(); srand(2); print int(rand() * 1000)}'
### envsubst and gettext
export A=1 B='two words' ; unset C; echo 'x $A ${B} $C ${C} $$ \$A ${A:-d} $1 $(A) ${A' | envsubst; echo '$A $B' | envsubst '$A'; envsubst -v 'a $A ${B} $A'; printf '${A}\n' | envsubst '${B} $A'; printf 'no newline $A' | envsubst; envsubst --version | head -1; envsubst a b c; echo $?; envsubst -v; echo $?; yes 'line $A ${B}' | head -20000 | envsubst | md5sum; envsubst < "$DATA/binary" | sha256sum; gettext hello; echo; gettext -s hello -e 'a\tb'; ngettext one many 1; ngettext one many 2; echo; gettext -d x y; echo; . gettext.sh; n=3; eval_gettext 'n is $n'; echo; eval_ngettext '$n file' '$n files' $n; echo; cat > nginx.tpl <<'Q'
server { listen ${PORT}; root $ROOT; set $host "h"; }
Q
PORT=80 ROOT=/srv envsubst '$PORT $ROOT' < nginx.tpl
### xmlcatalog
xmlcatalog --noout --create c; cat c; xmlcatalog --noout --add system http://example.org/a.dtd file:///a.dtd c; xmlcatalog --noout --add public '-//X//Y' b.dtd c; cat c; xmlcatalog c http://example.org/a.dtd; echo $?; xmlcatalog c '-//X//Y' | sed 's,/.*/,,'; xmlcatalog c none; echo $?; xmlcatalog --noout --del http://example.org/a.dtd c; cat c; printf 'dump\nquit\n' | xmlcatalog --shell c; xmlcatalog; echo $?; xmllint --noout c; echo $?
### xmllint
printf '<?xml version="1.0"?>\n<r xmlns:n="urn:n"><a id="1">x&amp;y</a><a id="2"><n:b/>t</a><!-- c --><![CDATA[<raw>]]></r>' > d.xml; xmllint d.xml; xmllint --format d.xml; xmllint --noout d.xml; echo $?; xmllint --xpath '//a/@id' d.xml; xmllint --xpath 'string(//a[2])' d.xml; xmllint --xpath 'count(//a)' d.xml; xmllint --xpath '//a[@id="1"]/text()' d.xml; xmllint --xpath '//nope' d.xml; echo $?; xmllint --xpath '//a[' d.xml; echo $?; xmllint --xpath 'sum(//a/@id) > 2' d.xml; xmllint --xpath "//*[local-name()='b']" d.xml; xmllint --xpath 'concat("a", name(/*), string-length(//a[1]), substring("hello", 2, 3), normalize-space("  x  y "), translate("abc", "a", "z"), 1 div 3, round(2.5), floor(-1.5), number("x"), position(), last(), true(), not(1))' d.xml; echo '<a><b></a>' > bad.xml; xmllint bad.xml; echo $?; xmllint --noout bad.xml d.xml; echo $?; xmllint --recover bad.xml; xmllint nofile.xml; echo $?; echo '<p>un<b>closed<br>text &nbsp; é' > h.html; xmllint --html h.html; xmllint --html --xmlout h.html; xmllint --html --xpath '//b/text()' h.html 2>/dev/null; cat > s.xsd <<'Q'
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="p"><xs:complexType><xs:sequence><xs:element name="age" type="xs:int"/><xs:element name="on" type="xs:date" minOccurs="0"/></xs:sequence><xs:attribute name="n" use="required"/></xs:complexType></xs:element></xs:schema>
Q
echo '<p n="x"><age>5</age></p>' > ok.xml; echo '<p><age>five</age><z/></p>' > no.xml; xmllint --noout --schema s.xsd ok.xml; echo $?; xmllint --noout --schema s.xsd no.xml; echo $?; echo '<element name="p" xmlns="http://relaxng.org/ns/structure/1.0"><attribute name="n"/><element name="age"><text/></element></element>' > s.rng; xmllint --noout --relaxng s.rng ok.xml; xmllint --noout --relaxng s.rng no.xml; echo $?; printf '<!DOCTYPE r [<!ELEMENT r (a+)><!ELEMENT a (#PCDATA)><!ENTITY e "ent">]><r><a>&e;</a></r>' > v.xml; xmllint --valid --noout v.xml; echo $?; xmllint --noent v.xml; xmllint --dropdtd v.xml; printf '<!DOCTYPE r [<!ELEMENT r (a)>]><r><b/></r>' | xmllint --valid --noout -; echo $?; xmllint --c14n d.xml; xmllint --pretty 2 d.xml; xmllint --encode iso-8859-1 <(echo '<a>é</a>') | od -c | tail -3; xmllint --noblanks --format - <<< '<a> <b> </b> </a>'; XMLLINT_INDENT='    ' xmllint --format d.xml | head -4; xmllint --stream --noout d.xml; xmllint --sax d.xml | head -5; xmllint --debug d.xml | head -8; xmllint --nowarning --xinclude - <<< '<x xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="ok.xml"/></x>'; echo 'cat //a
ls
cd r/a[1]
pwd
bye' | xmllint --shell d.xml; awk 'BEGIN{print "<r>"; for(i=0;i<20000;i++) print "<i n=\"" i "\"><v>" i*i "</v></i>"; print "</r>"}' > big.xml; xmllint --xpath 'sum(//v)' big.xml; xmllint --format big.xml | md5sum; xmllint --xpath '//i[@n="777"]/v/text()' big.xml; xmllint --version 2>&1 | head -1; xmllint; echo $?; xmllint --output o.xml --format d.xml; cat o.xml; gzip -c d.xml > d.xml.gz 2>/dev/null && xmllint --noout d.xml.gz; echo '<a>日本語 &#x65E5; &#233;</a>' | xmllint -; printf '<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>' | xmllint -; printf '<a>\xff</a>' | xmllint -; echo $?; xmllint --memory --pattern a --repeat --noout d.xml 2>&1 | head -2
### moreutils
seq 5 > f; sort -rn f | sponge f; cat f; echo more | sponge -a f; tail -2 f; echo x | sponge; cat f | sponge nodir/x; echo $?; seq 100000 | sponge big; md5sum big; echo hi | pee 'tr a-z A-Z' cat 'wc -c' | sort; printf 'ok\n' | isutf8; echo $?; printf '\xff' > bad; isutf8 bad f; echo $?; echo | ifne echo ran; ifne echo no < /dev/null; ifne -n echo empty < /dev/null; echo data | ifne cat; mispipe 'exit 3' 'cat'; echo $?; mispipe 'echo a' 'tr a b'; errno ENOENT; errno 13; errno -s directory; errno 9999; echo $?; lckdo lock echo locked; sponge -h 2>&1 | head -1; ls -l f | cut -c1-10; chmod 640 f; sort f | sponge f; ls -l f | cut -c1-10; ln -s f link; echo via | sponge link; cat f; ls -l link | cut -c1
### pipelines of data programs
head -5000 "$DATA/access.log" | awk '{print $1 "," $9 "," $10}' > l.csv; sqlite3 -csv :memory: 'create table l(ip, code, bytes int)' '.import l.csv l' 'select code, count(*), sum(bytes) from l group by code order by code' > agg; cat agg; sqlite3 -json :memory: '.mode csv' 'create table l(ip, code, bytes int)' '.import l.csv l' '.mode json' 'select ip, count(*) n from l group by ip order by n desc, ip limit 3' | jq -r '.[] | "\(.ip) \(.n)"'; jq -Rn '[inputs | split(",") | {ip: .[0], code: .[1]}] | group_by(.code) | map("\(.[0].code) \(length)")[]' -r l.csv; lua -e 'local c = {} for l in io.lines("l.csv") do local code = l:match(",(%d+),") c[code] = (c[code] or 0) + 1 end local k = {} for x in pairs(c) do k[#k + 1] = x end table.sort(k) for _, x in ipairs(k) do print(x, c[x]) end'; mawk -F, '{b[$2] += $3} END {for (k in b) print k, b[k]}' l.csv | sort | sponge out; cat out; printf 'all: out.json\nout.json: agg\n\t@jq -Rc '"'"'split(",")'"'"' $< > $@; cat $@\n' > Makefile; make; export T=title; echo '{"t":"$T"}' | envsubst | jq -r .t; jq -n '{a:[1,2]}' | jq -r '.a[]' | xargs -n1 echo item; sqlite3 x.db 'create table j(d json); insert into j values (json_object("a", 1))' 'select d from j' | jq .a; echo 'define(`N'"'"', 3)select N * 2;' | m4 | sqlite3 :memory:
