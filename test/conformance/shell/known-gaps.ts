// Where the shell is known to differ from /bin/bash. An entry must differ: the tests fail when one starts to pass. `only:
// 'sandbox'` is a gap of the C library or the kernel there, which the same shell built for this machine does not have.

const strerror = "the C library's strerror words some messages in its own way";
const longDouble = "long double has 113 bits of mantissa there, x86's has 64";
const collation = "the C library's strcoll compares bytes as signed characters";

export const knownShellGaps: readonly { file: string; name: string; reason: string; only?: 'sandbox' }[] = [
  { file: 'printf', name: 'out of range', reason: strerror, only: 'sandbox' },
  { file: 'printf', name: 'floats', reason: longDouble, only: 'sandbox' },
  { file: 'table-printf', name: 'numeric conversions of large numbers', reason: longDouble, only: 'sandbox' },
  { file: 'glob', name: 'classes by name', reason: collation, only: 'sandbox' },
  { file: 'glob', name: 'multibyte names', reason: collation, only: 'sandbox' },
];
