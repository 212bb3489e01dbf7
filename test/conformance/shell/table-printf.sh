# printf: every conversion with flags, widths and odd arguments.
### conversion d with flags and widths
for f in '%d' '%8d' '%-8d' '%08d' '%+d' '% d' '%#d' '%.5d' '%8.5d' '%-8.5d' '%+08d' '%.0d' '%ld'; do printf "[$f]" 42 -42 0 0x1f 010 9223372036854775807; echo; done
### conversion i with flags and widths
for f in '%i' '%8i' '%-8i' '%08i' '%+i' '% i' '%#i' '%.5i' '%8.5i' '%-8.5i' '%+08i' '%.0i' '%li'; do printf "[$f]" 42 -42 0 0x1f 010 9223372036854775807; echo; done
### conversion u with flags and widths
for f in '%u' '%8u' '%-8u' '%08u' '%+u' '% u' '%#u' '%.5u' '%8.5u' '%-8.5u' '%+08u' '%.0u' '%lu'; do printf "[$f]" 42 -42 0 0x1f 010 9223372036854775807; echo; done
### conversion o with flags and widths
for f in '%o' '%8o' '%-8o' '%08o' '%+o' '% o' '%#o' '%.5o' '%8.5o' '%-8.5o' '%+08o' '%.0o' '%lo'; do printf "[$f]" 42 -42 0 0x1f 010 9223372036854775807; echo; done
### conversion x with flags and widths
for f in '%x' '%8x' '%-8x' '%08x' '%+x' '% x' '%#x' '%.5x' '%8.5x' '%-8.5x' '%+08x' '%.0x' '%lx'; do printf "[$f]" 42 -42 0 0x1f 010 9223372036854775807; echo; done
### conversion X with flags and widths
for f in '%X' '%8X' '%-8X' '%08X' '%+X' '% X' '%#X' '%.5X' '%8.5X' '%-8.5X' '%+08X' '%.0X' '%lX'; do printf "[$f]" 42 -42 0 0x1f 010 9223372036854775807; echo; done
### conversion f with flags and widths
for f in '%f' '%12f' '%-12f' '%012f' '%+f' '% f' '%#.0f' '%.0f' '%.3f' '%12.1f' '%-12.2f'; do printf "[$f]" 3.14159 -2.5 0 100 1e10 0.00001; echo; done
### conversion F with flags and widths
for f in '%F' '%12F' '%-12F' '%012F' '%+F' '% F' '%#.0F' '%.0F' '%.3F' '%12.1F' '%-12.2F'; do printf "[$f]" 3.14159 -2.5 0 100 1e10 0.00001; echo; done
### conversion e with flags and widths
for f in '%e' '%12e' '%-12e' '%012e' '%+e' '% e' '%#.0e' '%.0e' '%.3e' '%12.1e' '%-12.2e'; do printf "[$f]" 3.14159 -2.5 0 100 1e10 0.00001; echo; done
### conversion E with flags and widths
for f in '%E' '%12E' '%-12E' '%012E' '%+E' '% E' '%#.0E' '%.0E' '%.3E' '%12.1E' '%-12.2E'; do printf "[$f]" 3.14159 -2.5 0 100 1e10 0.00001; echo; done
### conversion g with flags and widths
for f in '%g' '%12g' '%-12g' '%012g' '%+g' '% g' '%#.0g' '%.0g' '%.3g' '%12.1g' '%-12.2g'; do printf "[$f]" 3.14159 -2.5 0 100 1e10 0.00001; echo; done
### conversion G with flags and widths
for f in '%G' '%12G' '%-12G' '%012G' '%+G' '% G' '%#.0G' '%.0G' '%.3G' '%12.1G' '%-12.2G'; do printf "[$f]" 3.14159 -2.5 0 100 1e10 0.00001; echo; done
### conversion s with flags and widths
for f in '%s' '%8s' '%-8s' '%.2s' '%8.2s' '%-8.2s' '%.0s' '%3s' '%.*s' '%*s'; do case $f in *\**) printf "[$f]" 4 'a\tb c';; *) printf "[$f]" 'a\tb c' '' é "it's" ;; esac; echo; done
### conversion b with flags and widths
for f in '%b' '%8b' '%-8b' '%.2b' '%8.2b' '%-8.2b' '%.0b' '%3b' '%.*b' '%*b'; do case $f in *\**) printf "[$f]" 4 'a\tb c';; *) printf "[$f]" 'a\tb c' '' é "it's" ;; esac; echo; done
### conversion q with flags and widths
for f in '%q' '%8q' '%-8q' '%.2q' '%8.2q' '%-8.2q' '%.0q' '%3q' '%.*q' '%*q'; do case $f in *\**) printf "[$f]" 4 'a\tb c';; *) printf "[$f]" 'a\tb c' '' é "it's" ;; esac; echo; done
### conversion c with flags and widths
for f in '%c' '%8c' '%-8c' '%.2c' '%8.2c' '%-8.2c' '%.0c' '%3c' '%.*c' '%*c'; do case $f in *\**) printf "[$f]" 4 'a\tb c';; *) printf "[$f]" 'a\tb c' '' é "it's" ;; esac; echo; done
### numeric conversions of text
for a in abc 12x; do for f in %d %u %x %o %f %g; do printf "$f|" "$a"; echo "$?"; done; done
### numeric conversions of nothing
for a in ''; do for f in %d %u %x %o %f %g; do printf "$f|" "$a"; echo "$?"; done; done
### numeric conversions of floats
for a in 1.5 -2.7 1e3; do for f in %d %u %x %o %f %g; do printf "$f|" "$a"; echo "$?"; done; done
### numeric conversions of large numbers
for a in 99999999999999999999 -99999999999999999999; do for f in %d %u %x %o %f %g; do printf "$f|" "$a"; echo "$?"; done; done
### numeric conversions of quoted characters
for a in "'A" "'é" "'"; do for f in %d %u %x %o %f %g; do printf "$f|" "$a"; echo "$?"; done; done
### numeric conversions of blanks
for a in ' 5' '5 ' ' '; do for f in %d %u %x %o %f %g; do printf "$f|" "$a"; echo "$?"; done; done
### numeric conversions of signs
for a in +5 --5 -; do for f in %d %u %x %o %f %g; do printf "$f|" "$a"; echo "$?"; done; done
### numeric conversions of bases
for a in 0x 0xg 08 0b1 1_000; do for f in %d %u %x %o %f %g; do printf "$f|" "$a"; echo "$?"; done; done
