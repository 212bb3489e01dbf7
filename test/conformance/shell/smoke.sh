# A little of everything.
### echo a word
echo hello
### status of the last command
false
### stdin is read
#= stdin one two\nthree\xff\n
read a b; echo "$b $a"; cat | od -c | head -2
### arguments
#= args x y\tz
echo "$0 $# $1 $2"
### nested bash is the shell under test
bash -c 'echo $0 $1; exit 3' inner arg; echo $?
### standard error by name
echo err > /dev/stderr; echo out > /dev/stdout
