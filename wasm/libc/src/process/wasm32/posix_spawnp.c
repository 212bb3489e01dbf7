#define _GNU_SOURCE
/* The search of execvp, with spawn in the place of execve. */

#include <spawn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int posix_spawnp(pid_t *restrict res, const char *restrict file,
	const posix_spawn_file_actions_t *fa,
	const posix_spawnattr_t *restrict attr,
	char *const argv[restrict], char *const envp[restrict])
{
	if (!*file) return ENOENT;
	if (strchr(file, '/')) return posix_spawn(res, file, fa, attr, argv, envp);

	const char *path = getenv("PATH");
	if (!path) path = "/usr/local/bin:/bin:/usr/bin";
	size_t name_length = strnlen(file, NAME_MAX + 1);
	if (name_length > NAME_MAX) return ENAMETOOLONG;

	int failure = ENOENT;
	for (const char *directory = path, *end;; directory = end + 1) {
		end = strchrnul(directory, ':');
		size_t length = end - directory;
		if (length < PATH_MAX) {
			char candidate[length + 1 + name_length + 1];
			memcpy(candidate, directory, length);
			candidate[length] = '/';
			memcpy(candidate + length + !!length, file, name_length + 1);
			int error = posix_spawn(res, candidate, fa, attr, argv, envp);
			if (error == EACCES) failure = error;
			else if (error != ENOENT && error != ENOTDIR) return error;
		}
		if (!*end) return failure;
	}
}
