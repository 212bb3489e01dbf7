/* Queries of one's own making: there is no name server to send them to. What asks for addresses is answered by resolver.c. */

#include <errno.h>
#include "../lookup.h"

int __res_msend_rc(int count, const unsigned char *const *queries, const int *lengths, unsigned char *const *answers,
	int *answer_lengths, int size, const struct resolvconf *conf)
{
	errno = EACCES;
	return -1;
}

int __res_msend(int count, const unsigned char *const *queries, const int *lengths, unsigned char *const *answers,
	int *answer_lengths, int size)
{
	errno = EACCES;
	return -1;
}
