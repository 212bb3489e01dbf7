#undef __WORDSIZE
#define __WORDSIZE 32
typedef unsigned long elf_greg_t, elf_gregset_t[1];
typedef unsigned long elf_fpregset_t[1];
