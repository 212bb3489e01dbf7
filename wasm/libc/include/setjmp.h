#ifndef _SETJMP_H
#define _SETJMP_H

#ifdef __cplusplus
extern "C" {
#endif

#include <features.h>

#include <bits/setjmp.h>

typedef struct __jmp_buf_tag {
	__jmp_buf __jb;
	unsigned long __fl;
	unsigned long __ss[128/sizeof(long)];
} jmp_buf[1];

/* The compiler recognises the functions setjmp and longjmp by their names and lowers calls of them
   to exceptions, so the other names of setjmp must be macros. */
int setjmp (jmp_buf) __attribute__((__returns_twice__));
_Noreturn void longjmp (jmp_buf, int);
#define setjmp setjmp

#if defined(_POSIX_SOURCE) || defined(_POSIX_C_SOURCE) \
 || defined(_XOPEN_SOURCE) || defined(_GNU_SOURCE) \
 || defined(_BSD_SOURCE)
typedef jmp_buf sigjmp_buf;
void __sigsetjmp_save (sigjmp_buf, int);
_Noreturn void siglongjmp (sigjmp_buf, int);
#define sigsetjmp(buf, save) (__sigsetjmp_save((buf), (save)), setjmp(buf))
#endif

#if defined(_XOPEN_SOURCE) || defined(_GNU_SOURCE) \
 || defined(_BSD_SOURCE)
#define _setjmp(buf) setjmp(buf)
#define _longjmp(buf, value) longjmp((buf), (value))
#endif

#ifdef __cplusplus
}
#endif

#endif
