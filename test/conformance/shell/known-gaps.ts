// Where the shell is known to differ from /bin/bash. An entry must differ: the tests fail when one starts to pass. `only:
// 'sandbox'` is a gap of the C library or the kernel there, which the same shell built for this machine does not have.

const longDouble = "long double has 113 bits of mantissa there, x86's has 64";

export const knownShellGaps: readonly { file: string; name: string; reason: string; only?: 'sandbox' }[] = [
  { file: 'printf', name: 'floats', reason: longDouble, only: 'sandbox' },
  { file: 'table-printf', name: 'numeric conversions of large numbers', reason: longDouble, only: 'sandbox' },
  {
    file: 'trap',
    name: 'real time signals by name',
    reason: 'the C library keeps the first real-time signal to itself',
    only: 'sandbox',
  },
  {
    file: 'arith',
    name: 'a subscript within a subscript beside an expansion',
    reason: 'bash quotes the inner brackets, which it then does not understand',
  },
  {
    file: 'errexit',
    name: 'exit statuses of signals',
    reason: 'a sub-shell whose last command interrupts it ends at once; bash takes SIGINT between two commands',
  },
  {
    file: 'read',
    name: 'part of a character before a newline',
    reason: 'bash takes the newline for more of it',
  },
  {
    file: 'scope',
    name: 'name reference with the same name as its target',
    reason: 'bash warns of the circle at other uses',
  },
  {
    file: 'syntax',
    name: 'multiple heredocs with a syntax error after',
    reason: 'bash counts the lines of documents not yet read',
  },
  {
    file: 'control',
    name: 'case of an empty expansion with an operator beside text',
    reason: 'bash leaves a byte of its own quoting',
  },
  {
    file: 'table-ifs',
    name: 'an array with operators under an empty IFS',
    reason: 'bash shows a byte of its own quoting',
  },
  {
    file: 'word-split',
    name: 'IFS of multibyte characters',
    reason: 'bash takes a blank before a multibyte separator for a separator of its own',
  },
];
