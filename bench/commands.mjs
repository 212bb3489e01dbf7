// What is measured: command lines that run on both machines in a directory with access.log (25 MB), text (64 MB) and
// data.json (10 MB). `prepare` runs once on each, unmeasured; the geometric mean of a section is reported where it says so.

/** @type {{ title: string, mean?: boolean, prepare?: string, commands: [name: string, command: string, rounds?: number][] }[]} */
export const sections = [
  {
    title: 'The shell',
    commands: [
      ['echo hello', 'echo hello', 51],
      ['arithmetic loop, 100 000', 'for ((i=0;i<100000;i++)); do x=$((i*2)); done; echo $x'],
      ['5 000 × $(echo)', 'for i in {1..5000}; do x=$(echo $i); done; echo $x', 3],
      ['5 000 × sub-shell', 'for i in {1..5000}; do (:); done', 3],
      ['300 × pipeline of three', 'for i in {1..300}; do head -c 20 text | tr a-z A-Z | wc -c; done | tail -1', 3],
      ['300 × /bin/true', 'for i in {1..300}; do /bin/true; done'],
      ['200 × $(/bin/echo)', 'for i in {1..200}; do x=$(/bin/echo $i); done; echo $x'],
      ['while read, 200 000 lines', 'n=0; while read -r line; do ((n += ${#line})); done < lines; echo $n', 3],
      ['string append, 300 000', 's=; for ((i=0;i<300000;i++)); do s+=xy; done; echo ${#s}', 3],
      ['array append, 300 000', 'a=(); for ((i=0;i<300000;i++)); do a+=($i); done; echo ${#a[@]}', 3],
    ],
    prepare: 'head -200000 text > lines',
  },
  {
    title: 'Pipelines over a 25 MB log',
    commands: [
      ['pipe, 1 GB', 'head -c 1000000000 /dev/zero | cat | tail -c 1 | wc -c'],
      ['status counts', "awk '{print $9}' access.log | sort | uniq -c | sort -rn"],
      ['top addresses', "cut -d' ' -f1 access.log | sort | uniq -c | sort -k1,1nr -k2 | head -10"],
      [
        'errors by hour',
        `grep -E '" (4|5)[0-9]{2} ' access.log | sed -E 's/.*\\[([^:]+):([0-9]{2}).*/\\1 \\2/' | sort | uniq -c`,
      ],
      [
        'bytes per section',
        `awk '{split($7, p, "/"); b[p[2]] += $10} END {for (s in b) print b[s], s}' access.log | sort -rn`,
      ],
      ['sort by size', 'sort -t" " -k10,10n access.log | tail -3'],
      ['sort by size, one processor', 'sort --parallel=1 -t" " -k10,10n access.log | tail -3'],
    ],
  },
  {
    title: 'Programs over 64 MB',
    mean: true,
    prepare:
      'gzip -k text; sort text > sorted; mkdir tree; cd tree; for i in {1..100}; do mkdir d$i; (cd d$i; touch f{1..100}); done',
    commands: [
      ['grep', 'grep -c "POST .* 404 " text'],
      ['sed', "sed 's/HTTP/http/' text | tail -1"],
      ['sort', 'sort text | tail -1', 3],
      ['awk', "awk '{n += $10} END {print n}' text"],
      ['wc', 'wc text', 5],
      ['cut', "cut -d' ' -f1,7 text | tail -1"],
      ['tr', 'tr a-z A-Z < text | tail -1'],
      ['uniq', 'uniq -c sorted | tail -1'],
      ['sha256sum', 'sha256sum text'],
      ['gzip -6', 'gzip -6 < text | wc -c', 3],
      ['gzip -d', 'gzip -d < text.gz | tail -1', 5],
      ['tar', 'tar cf - text tree | tar tf - | wc -l', 5],
      ['jq, 10 MB', 'jq "[.[] | select(.status >= 400) | .bytes] | add" data.json', 3],
      [
        'sqlite3, 1 000 000 rows',
        'sqlite3 :memory: "create table t(a,b); with recursive n(i) as (select 1 union all select i+1 from n where i<1000000) insert into t select i, i%97 from n; select b, count(*), sum(a) from t group by b order by 3 desc limit 3"',
        3,
      ],
      ['find, 10 000 files', 'find tree -name "f*7" | wc -l'],
    ],
  },
];
