/* What is in a stream's buffer, and what there is room for in it, needs no call: a program that takes a character at a time is
   twice as fast. Streams are not locked, for there are no threads. */

struct __stream {
	unsigned __flags;
	unsigned char *__rpos, *__rend;
	int (*__close)(FILE *);
	unsigned char *__wend, *__wpos;
	unsigned char *__unused_1, *__wbase;
	void *__functions[3];
	unsigned char *__buf;
	size_t __buf_size;
	FILE *__prev, *__next;
	int __fd, __pipe_pid;
	long __lockcount;
	int __mode, __lock, __lbf;
} __attribute__((__may_alias__));

int __uflow(FILE *);
int __overflow(FILE *, int);

#define __stream_inline extern __inline __attribute__((__gnu_inline__)) int

__stream_inline getc_unlocked(FILE *__file)
{
	struct __stream *__s = (struct __stream *)__file;
	return __s->__rpos != __s->__rend ? *__s->__rpos++ : __uflow(__file);
}

__stream_inline putc_unlocked(int __c, FILE *__file)
{
	struct __stream *__s = (struct __stream *)__file;
	if ((unsigned char)__c != __s->__lbf && __s->__wpos != __s->__wend) return *__s->__wpos++ = (unsigned char)__c;
	return __overflow(__file, (unsigned char)__c);
}

__stream_inline getc(FILE *__file) { return getc_unlocked(__file); }
__stream_inline fgetc(FILE *__file) { return getc_unlocked(__file); }
__stream_inline getchar(void) { return getc_unlocked(stdin); }
__stream_inline getchar_unlocked(void) { return getc_unlocked(stdin); }
__stream_inline putc(int __c, FILE *__file) { return putc_unlocked(__c, __file); }
__stream_inline fputc(int __c, FILE *__file) { return putc_unlocked(__c, __file); }
__stream_inline putchar(int __c) { return putc_unlocked(__c, stdout); }
__stream_inline putchar_unlocked(int __c) { return putc_unlocked(__c, stdout); }
#if defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
__stream_inline fgetc_unlocked(FILE *__file) { return getc_unlocked(__file); }
__stream_inline fputc_unlocked(int __c, FILE *__file) { return putc_unlocked(__c, __file); }
#endif

#undef __stream_inline
