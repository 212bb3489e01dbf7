/* Names are the host's to know. It answers on the abstract socket "resolver" what it knows of one name, in lines of text:
   "ok" and addresses, or "error" and a word. No DNS packet ever leaves a guest. */

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "../lookup.h"

static const struct sockaddr_un resolver = { .sun_family = AF_UNIX, .sun_path = "\0resolver" };
enum { resolver_size = offsetof(struct sockaddr_un, sun_path) + sizeof "\0resolver" - 1 };

static int connect_resolver(int fd)
{
	if (!connect(fd, (const struct sockaddr *)&resolver, resolver_size)) return 0;
	if (errno != EINTR) return -1;
	/* A handler ran; the connection is made all the same. */
	struct pollfd connecting = { .fd = fd, .events = POLLOUT };
	int failure = 0;
	while (poll(&connecting, 1, -1) < 0)
		if (errno != EINTR) return -1;
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &(socklen_t){sizeof failure})) return -1;
	errno = failure;
	return failure ? -1 : 0;
}

static int failed(void)
{
	switch (errno) {
	case EACCES: /* there is no network for this guest, or none that it may know of */
		return EAI_NONAME;
	case EMFILE:
	case ENFILE:
	case ENOBUFS:
	case ENOMEM:
	case ENOSYS:
		return EAI_SYSTEM;
	default:
		return EAI_AGAIN;
	}
}

/* Sends all of the question and reads to the end of the answer, which is text then. */
static int exchange(int fd, const char *question, size_t length, char *answer, size_t size)
{
	ssize_t n;
	for (; length; question += n, length -= n) {
		n = send(fd, question, length, MSG_NOSIGNAL);
		if (n < 0 && errno != EINTR) return failed();
		if (n < 0) n = 0;
	}
	do {
		n = recv(fd, answer, size - 1, 0);
		if (n < 0 && errno != EINTR) return failed();
		if (n > 0) answer += n, size -= n;
	} while (n && size > 1);
	*answer = 0;
	return 0;
}

static int error_of(const char *word)
{
	if (!strcmp(word, "noname")) return EAI_NONAME;
	return strcmp(word, "fail") ? EAI_AGAIN : EAI_FAIL;
}

static int read_answer(struct address buf[static MAXADDRS], char *answer, int family)
{
	int cnt = 0;
	char *rest, *line = strtok_r(answer, "\n", &rest);
	if (!line) return EAI_AGAIN;
	if (!strncmp(line, "error ", 6)) return error_of(line + 6);
	if (strcmp(line, "ok")) return EAI_AGAIN;
	while (cnt < MAXADDRS && (line = strtok_r(0, "\n", &rest)))
		if (__lookup_ipliteral(buf + cnt, line, family) == 1) cnt++;
	return cnt ? cnt : EAI_NONAME;
}

/* How many addresses the host has for a name, or why none (an EAI_ constant). */
int __ask_resolver(struct address buf[static MAXADDRS], const char *name, int family)
{
	char question[264], answer[MAXADDRS * 46 + 64];
	/* What ends the line is no part of a name. */
	for (const unsigned char *s = (const void *)name; *s; s++)
		if (*s <= ' ' || *s == 0x7f) return EAI_NONAME;
	int length = snprintf(question, sizeof question, "%d %s\n",
		family == AF_INET ? 4 : family == AF_INET6 ? 6 : 0, name);
	if (length >= (int)sizeof question) return EAI_NONAME;

	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0) return failed();
	int failure = connect_resolver(fd) ? failed() : exchange(fd, question, length, answer, sizeof answer);
	close(fd);
	return failure ? failure : read_answer(buf, answer, family);
}
