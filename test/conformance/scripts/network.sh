# Programs of the network against a small server on the loopback of each machine, and where there is no network at all.
unset http_proxy https_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
cat > server.pl <<'END'
use Socket;
$SIG{PIPE} = 'IGNORE';
socket(S, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
setsockopt(S, SOL_SOCKET, SO_REUSEADDR, 1);
bind(S, sockaddr_in(0, INADDR_LOOPBACK)) or die "bind: $!";
listen(S, 16) or die "listen: $!";
my ($port) = sockaddr_in(getsockname S);
open F, '>port.tmp'; print F $port; close F; rename 'port.tmp', 'port';
sub contents { open F, '<', $_[0] or return; binmode F; local $/; my $all = <F>; close F; $all }
my %words = (200 => 'OK', 201 => 'Created', 204 => 'No Content', 206 => 'Partial Content', 301 => 'Moved Permanently', 302 => 'Found',
  303 => 'See Other', 304 => 'Not Modified', 307 => 'Temporary Redirect', 401 => 'Unauthorized', 403 => 'Forbidden', 404 => 'Not Found',
  416 => 'Range Not Satisfiable', 500 => 'Internal Server Error', 503 => 'Service Unavailable');
sub answer {
  my ($status, $body, @headers) = @_;
  my $length = $status == 204 || $status == 304 ? '' : 'Content-Length: ' . length($body) . "\r\n";
  my $head = "HTTP/1.1 $status $words{$status}\r\n" . join('', map "$_\r\n", @headers) . $length . "Connection: close\r\n\r\n";
  syswrite C, $head . ($method eq 'HEAD' || !$length ? '' : $body);
}
my %tries;
while (accept(C, S)) {
  my ($head, $body) = ('', '');
  while ($head !~ /\r\n\r\n/) { last unless sysread C, $head, 65536, length $head }
  ($head, $body) = ($1, $2) if $head =~ /^(.*?\r\n)\r\n(.*)$/s;
  our ($method, $path) = $head =~ /^(\S+) (\S+)/;
  syswrite C, "HTTP/1.1 100 Continue\r\n\r\n" if $head =~ /^Expect: 100-continue/mi;
  if ($head =~ /^Content-Length: (\d+)/mi) { while (length $body < $1) { last unless sysread C, $body, 65536, length $body } }
  if ($head =~ /^Transfer-Encoding: chunked/mi) { while ($body !~ /0\r\n\r\n$/) { last unless sysread C, $body, 65536, length $body } }
  $head =~ s/^Accept-Encoding: .*\r\n//mi unless $head =~ /^User-Agent: Wget/mi;
  $head =~ s/:$port\b/:PORT/g;
  if ($head =~ /boundary=(\S+)/) { my $b = $1; s/\Q$b\E/BOUNDARY/g for $head, $body; $head =~ s/^(Content-Length: ).*/$1N/m }
  (my $text = "$head\n$body") =~ s/\r//g;
  if ($path =~ m{^/redirect/(\d+)}) { answer(302, 'elsewhere', 'Location: ' . ($1 > 1 ? '/redirect/' . ($1 - 1) : '/echo')) }
  elsif ($path =~ m{^/status/((\d)\d+)}) { answer($1, "status $1\n", $2 == 3 ? 'Location: /echo' : "X-Status: $1") }
  elsif ($path =~ m{^/flaky/(\d+)}) { $tries{$path}++ < $1 ? answer(503, "not yet\n", 'Retry-After: 0') : answer(200, "at last\n") }
  elsif ($path eq '/cookies') { answer(200, $head =~ /^(Cookie: .*)\r/m ? "$1\n" : "none\n", 'Set-Cookie: a=1; Path=/', 'Set-Cookie: b=two words; Path=/cookies; HttpOnly') }
  elsif ($path eq '/auth') { $head =~ /^Authorization: (Basic .*)\r/m ? answer(200, "$1\n") : answer(401, "who?\n", 'WWW-Authenticate: Basic realm="here"') }
  elsif ($path eq '/digest') { $head =~ /^Authorization: Digest (.*)\r/m ? answer(200, join("\n", sort grep !/cnonce|response/, split /, ?/, $1) . "\n") : answer(401, "who?\n", 'WWW-Authenticate: Digest realm="here", nonce="abc", qop="auth", algorithm=SHA-256') }
  elsif ($path eq '/chunked') { syswrite C, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-End\r\nConnection: close\r\n\r\n5\r\nhello\r\n7;x=y\r\n world\n\r\n0\r\nX-End: yes\r\n\r\n" }
  elsif ($path eq '/gzip') { answer(200, contents('packed.gz'), 'Content-Encoding: gzip', 'Content-Type: text/plain') }
  elsif ($path eq '/short') { syswrite C, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this" }
  elsif ($path eq '/nothing') { }
  elsif ($path eq '/old') { syswrite C, "just text\n" }
  elsif ($path eq '/long') { answer(200, join('', map "$_ of many lines\n", 1 .. 20000), 'Content-Type: text/plain') }
  elsif ($path eq '/slow') { syswrite C, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nbegin"; select undef, undef, undef, 2; syswrite C, "endin" }
  elsif ($path =~ m{^/named}) { answer(200, "named\n", 'Content-Disposition: attachment; filename="its name.txt"') }
  elsif ($path =~ m{^/files/([^/?]+)}) {
    my ($all, @dated) = (contents($1), 'Last-Modified: Mon, 05 Feb 2024 10:20:30 GMT', 'ETag: "tag"', 'Accept-Ranges: bytes');
    if (!defined $all) { answer(404, "no $1\n") }
    elsif ($head =~ /^If-None-Match: "tag"/mi || $head =~ /^If-Modified-Since: .*202[5-9]/mi) { answer(304, '', @dated) }
    elsif ($head =~ /^Range: bytes=(\d+)-(\d*)/mi) {
      my ($from, $to) = ($1, $2 eq '' ? length($all) - 1 : $2);
      if ($from >= length $all) { answer(416, '', 'Content-Range: bytes */' . length $all) }
      else { answer(206, substr($all, $from, $to - $from + 1), "Content-Range: bytes $from-$to/" . length($all), @dated) }
    } else { answer(200, $all, @dated) }
  }
  else { answer(200, $text, 'Content-Type: text/plain') }
  close C;
}
END
serve() { perl server.pl & server=$!; for _ in $(seq 200); do [ -e port ] && break; sleep 0.05; done; port=$(cat port); url=http://127.0.0.1:$port; }
# Numbers of ports and times differ.
local_words() { "$@" 2>&1 | sed "s/${port:-none}/PORT/g; s/[0-9][0-9]* \(ms\|milliseconds\)/N \1/"; }
### curl of files
printf 'one\ntwo\n' > f; curl -sS file://$PWD/f; curl -s file:///etc/nosuch; echo $?; curl -sS file:///etc/nosuch; curl -sSI file://$PWD/f | grep -v -e Last -e Date; curl -sSr 2-5 file://$PWD/f; curl -sS -o g file://$PWD/f; cmp f g; curl -sw '%{size_download} %{url_effective} %{scheme}\n' file://$PWD/f | sed "s|$PWD||"; curl -sS -T f file://$PWD/h; cat h; curl -s --url file://$PWD/f --next -s file://$PWD/g; curl -sS -C 4 file://$PWD/f; curl -sS file://other/f; echo $?; curl -sS "file://$PWD/[f-h]"; curl -sS file://$PWD/f -d x; echo $?
### curl says what is wrong
hint() { "$@" 2>&1 | grep -v 'for more information$'; }
hint curl; curl ''; echo $?; curl http://; echo $?; curl 'http://[::1'; echo $?; curl nosuch://x; echo $?; hint curl -X; hint curl --nosuch x; hint curl -o; hint curl --max-time x http://x; curl -sS http://no.such.name.invalid/; echo $?; curl -sS https://no.such.name.invalid:8443/; curl -s https://no.such.name.invalid/; echo $?; curl 'http://a b/'; echo $?; hint curl -K nosuch; curl -sS -d @nosuch http://no.such.name.invalid/; curl --retry 1 --retry-delay 0 -s http://no.such.name.invalid/; echo $?; curl -sS ftp://; echo $?; local_words curl -sS --cacert nosuch https://127.0.0.1:1; curl http://x:99999/; echo $?; hint curl -sS -T nosuch http://127.0.0.1:1/; local_words curl -sS http://127.0.0.1:1/ -r x
### nobody listens
serve; kill $server; wait $server 2>/dev/null; local_words curl -sS $url/; curl -s $url; echo $?; curl -s --connect-timeout 5 $url; echo $?; wget -q $url/; echo $?; local_words wget -nv $url/; local_words curl -sS --retry-connrefused --retry 1 --retry-delay 0 $url
### curl gets and posts
serve; curl -s $url/echo; curl -s "$url/a/../b?x=1&y=%20#frag"; curl -s --path-as-is "$url/a/../b"; curl -s -X DELETE $url/x; curl -s -d a=1 -d 'b=x y' $url/p; curl -s --data-urlencode 'q=a&b c' --data-raw @x $url/p; printf 'body\nof file\n' > f; curl -s --data-binary @f -H 'Content-Type: text/plain' $url/p; curl -s -d @f $url/p; curl -s -G -d a=1 -d b=2 $url/g; curl -s --json '{"a":1}' $url/j; echo piped | curl -s -T - $url/put; curl -s -T f $url/; seq 3000 | curl -s --data-binary @- $url/p | tail -1; curl -s -H 'X-A: 1' -H 'Accept:' -H 'X-Empty;' -A me -e http://from/ $url/h; curl -s -0 $url/old; curl -s --url-query x=y $url/q; kill $server
### curl forms
serve; printf 'in the file\n' > f.txt; curl -s -F a=1 -F 'file=@f.txt' -F 'text=<f.txt' -F 'other=@f.txt;type=text/html;filename=x.html' $url/form; curl -s --form-string 'x=@y' $url/form; kill $server
### curl headers, status and -w
serve; curl -sI $url/echo; curl -si $url/status/404; curl -s -D - -o /dev/null $url/chunked; curl -sf $url/status/404; echo $?; curl -sSf $url/status/500; curl -s --fail-with-body $url/status/503; echo $?; curl -s -o /dev/null -w '%{http_code} %{content_type} %{num_redirects} %{size_download} %{method} %{http_version} %{scheme} %{exitcode} %{errormsg}\n' $url/echo; curl -s -o /dev/null -w '%{json}' $url/status/201 | jq '[.http_code,.method,.exitcode,.num_headers]' -c; curl -s -w '%{header_json}' -o /dev/null $url/status/201 | jq -c; curl -s -w '%header{x-status} %{stderr}err\n' -o /dev/null $url/status/201; curl -s -D heads -o body $url/status/200; head -1 heads; cat body; kill $server
### curl follows
serve; curl -s $url/redirect/2; echo; curl -sL $url/redirect/3; curl -sL --max-redirs 1 $url/redirect/3; echo $?; curl -sSL --max-redirs 0 $url/redirect/1; curl -sL -o /dev/null -w '%{num_redirects} %{http_code} %{redirect_url}\n' $url/redirect/2; curl -s -o /dev/null -w '%{redirect_url}\n' $url/redirect/2 | sed s/$port/PORT/; for s in 301 302 303 307; do curl -sL -d x=1 $url/status/$s | head -1; done; curl -sL --post302 -d x=1 $url/status/302 | head -1; kill $server
### curl cookies
serve; curl -s $url/cookies; curl -s -b 'a=9; z=3' $url/cookies; curl -s -c jar $url/cookies; grep -v -e '^$' jar; curl -s -b jar $url/cookies; curl -s -b jar -c jar $url/cookies; curl -s -b jar $url/echo; kill $server
### curl credentials
serve; curl -s $url/auth; curl -s -u me:secret $url/auth; curl -s http://you:pw@127.0.0.1:$port/auth; curl -s --digest -u me:secret $url/digest; curl -s --anyauth -u me:secret $url/auth; printf 'machine 127.0.0.1 login net password rc\n' > .netrc; curl -s -n $url/auth; curl -s --netrc-file .netrc $url/auth; curl -s -u me $url/auth < /dev/null 2>&1 | tail -1; curl -s --oauth2-bearer token $url/echo | grep Auth; kill $server
### curl writes files
serve; printf 'a file\nof lines\n' > data; mkdir out; cd out; curl -sO $url/files/data; cat data; curl -sOJ $url/named; ls; curl -sS -o x/y/z --create-dirs $url/files/data; cat x/y/z; curl -sS -o no/z $url/files/data; echo $?; curl -sO --output-dir x $url/files/data; ls x; curl -s -z '2025-01-01' $url/files/data -o dated; ls dated; curl -sR -o remote $url/files/data; stat -c %Y remote; head -c 5 data > part; curl -s -C - -o part $url/files/data; cmp part data; curl -s -r 2-5 $url/files/data; echo; curl -s -r 100- $url/files/data; echo $?; curl -s "$url/files/{data,none}" -o '#1.txt'; ls; curl -s "$url/e[1-3]" | grep GET; curl -s --remove-on-error -o gone $url/short; echo $?; ls gone; curl -sS --no-clobber -o data $url/echo; ls; kill $server
### curl decodes
serve; seq 1000 > plain; gzip -nc plain > packed.gz; curl -s --compressed $url/gzip | cmp - plain; curl -s $url/gzip | cmp - packed.gz; curl -s $url/chunked; curl -s --raw $url/chunked; curl -s --ignore-content-length $url/short; echo $?; curl -s --tr-encoding $url/echo | grep TE; curl -sS $url/gzip --compressed -o x; cmp x plain; curl -sS $url/gzip | head -c 2 | od -c; curl -sS $url/gzip -o - > binary; kill $server
### curl and odd answers
serve; curl -sS $url/short; echo $?; local_words curl -sS $url/nothing; curl -s $url/nothing; echo $?; curl -sS $url/old; echo $?; curl -sS --http0.9 $url/old; local_words curl -sS -m 1 $url/slow; kill $server
### curl -m
serve; curl -s -m 1 -o /dev/null $url/slow; echo $?; curl -s --max-filesize 100 $url/long; echo $?; kill $server
### curl tries again
serve; curl -s --retry 3 $url/flaky/2; curl -s --retry 1 $url/flaky/5; curl -s --retry 2 --retry-delay 0 -o /dev/null -w '%{http_code} %{num_connects}\n' $url/status/503; kill $server
### curl configured
serve; printf 'url = "%s/echo"\nheader = "X-Config: yes"\nsilent\n# comment\nuser-agent = "conf"\n' $url > conf; curl -K conf; curl -s -K - $url/b <<< 'header: "X-In: 1"'; printf 'silent\nheader = "X-Rc: 1"\n' > .curlrc; curl $url/rc; curl -q -s $url/rc; kill $server
### curl resolves as told
serve; curl -s --resolve example.test:$port:127.0.0.1 http://example.test:$port/r; curl -s --connect-to example.test:80:127.0.0.1:$port http://example.test/c; curl -s http://localhost:$port/l; curl -s -x $url http://example.test/proxied; curl -s -H 'Host: other' $url/h; curl -s http://LOCALHOST:$port/l | head -1; http_proxy=$url curl -s http://example.test/env; http_proxy=$url curl -s --noproxy '*' $url/direct; kill $server
### curl many at once
serve; curl -s --no-progress-meter --parallel --parallel-max 3 $url/1 -o 1 $url/2 -o 2 $url/3 -o 3 $url/4 -o 4; head -qn 1 1 2 3 4; curl -s $url/a $url/b | grep GET; curl -s -o x $url/a --next -s -X POST $url/b; seq 5 | sed "s|.*|url = $url/&|" | curl -sK - | grep GET; curl -s --no-progress-meter -Z "$url/p[1-4]" -o '#1.p'; cat *.p | grep GET; curl --fail-early -sf $url/status/404 $url/a; echo $?; kill $server
### curl of much
serve; curl -s $url/long | md5sum; curl -s --limit-rate 3M $url/long | md5sum; head -c 3000000 /dev/zero | tr '\0' x > big; curl -s --data-binary @big $url/p | wc -c; curl -s -T big $url/p | wc -c; curl -s -H 'Transfer-Encoding: chunked' -d @big $url/p | wc -c; kill $server
### curl -v
serve; curl -sv $url/status/201 2>&1 | tr -d '\r' | sed "s/$port/PORT/; /Mark bundle/d"; kill $server
### wget
serve; wget -q -O - $url/echo; wget -q $url/files/server.pl -O copy; cmp copy server.pl; wget -q $url/files/server.pl; ls; wget -qO- --post-data a=1 $url/p; wget -qO- --header 'X-A: 1' -U me --referer=http://from/ $url/h; wget -q -O- $url/redirect/2 | head -1; wget -q $url/status/404; echo $?; wget -q $url/status/500; echo $?; wget -qO- --method=PUT --body-data=x $url/m; wget -qO- --user=u --password=p $url/auth; wget -qO- --user=u --password=p --auth-no-challenge $url/auth; wget -q --max-redirect=1 $url/redirect/3; echo $?; wget -qO- $url/chunked; wget -q --content-disposition $url/named; cat 'its name.txt'; wget -q --spider $url/echo; echo $?; wget -q --spider $url/status/404; echo $?; wget -S -qO /dev/null $url/status/201; kill $server
### wget files
serve; mkdir d; cd d; printf 'a file\nof lines\n' > ../data; wget -q $url/files/data $url/files/data; ls; wget -qc $url/files/data; head -c 5 data > part; mv part data; wget -qc $url/files/data; cat data; wget -q -N $url/files/data; stat -c %Y data; wget -q -nc $url/files/data; echo $?; wget -q -P sub $url/files/data; cat sub/data; wget -q -x $url/files/data; ls 127*/files | sort; wget -q -i - <<< "$url/e1
$url/e2"; head -1 e1 e2; wget -q --save-cookies jar --keep-session-cookies $url/cookies -O-; grep -c 127 jar; wget -q --load-cookies jar $url/cookies -O-; wget -q -t 1 -T 1 $url/slow -O-; echo " $?"; wget -q -t 1 $url/short -O-; echo " $?"; wget -q --tries=2 --waitretry=0 $url/nothing; echo $?; seq 100 > plain; gzip -nc plain > ../packed.gz; wget -q --compression=gzip $url/gzip -O- | cmp - plain; kill $server
### wget follows links
serve; printf '<a href="one.html">1</a> <a href=/files/two.html>2</a> <img src="three.png">\n' > index.html; echo 1 > one.html; echo 2 > two.html; echo 3 > three.png; mkdir m; cd m; wget -q -r -l 1 -nd -np $url/files/index.html; ls; wget -q -p -k -nd -P page $url/files/index.html; ls page; cat page/index.html | sed s/$port/PORT/g; wget -q -r -nH --cut-dirs=1 -A png -P pics $url/files/index.html; ls pics; kill $server
### wget says what it does
serve; times() { sed "s/$port/PORT/g; s/^--[0-9: -]*--/--TIME--/; s/ in [0-9.]*s/ in Ns/; s/([0-9.]* [KMG]*B\/s)/(SPEED)/; s/^[0-9-]* [0-9:]* /TIME /; s/=[0-9.]*s$/=Ns/; s/ [0-9.]*[KMG] *=/ =/; s/ [0-9.]*[KMG]*[ =0-9.]*s$//"; }; wget $url/status/404 2>&1 | times; wget -nv $url/files/server.pl 2>&1 | times; wget -nv -O- $url/redirect/1 2>&1 | times; wget --no-such; echo $?; wget; echo $?; wget nosuch://x; echo $?; wget -q http://no.such.name.invalid/; echo $?; wget -i nosuch; echo $?; kill $server
### git over http where there is nothing
serve; git clone -q $url/none.git 2>&1 | sed s/$port/PORT/; git ls-remote $url/status/403 2>&1 | sed s/$port/PORT/; kill $server; wait $server 2>/dev/null; git clone $url/x.git 2>&1 | sed "s/$port/PORT/g; s/ after [0-9]* ms//"; git -c http.proxy=$url ls-remote http://example.test/y 2>&1 | sed "s/$port/PORT/g; s/ after [0-9]* ms//"
### getent of hosts
getent hosts 127.0.0.1; getent ahostsv4 127.0.0.1; getent ahostsv6 ::1; getent ahosts no.such.name.invalid; echo $?; getent hosts no.such.name.invalid; echo $?; getent ahosts 10.1.2.3; getent hosts 10.1.2.3; echo $?; getent ahostsv4 localhost
