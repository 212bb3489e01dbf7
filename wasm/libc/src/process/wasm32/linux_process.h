/* The imports that make processes; ARCHITECTURE.md, "Guest ABI". */

#include <stdint.h>
#include <features.h>

__attribute__((__import_module__("linux"), __import_name__("fork")))
int __linux_fork(void);

__attribute__((__import_module__("linux"), __import_name__("clone")))
int __linux_clone(int (*)(void *), void *);

enum {
	SPAWN_OPEN = 1,
	SPAWN_CLOSE,
	SPAWN_DUP2,
	SPAWN_CHDIR,
	SPAWN_FCHDIR,
};

struct spawn_action {
	uint32_t kind;
	int32_t fd;
	int32_t new_fd;
	const char *path;
	uint32_t oflag;
	uint32_t mode;
};

struct spawn_request {
	const char *path;
	char *const *argv;
	char *const *envp;
	const struct spawn_action *actions;
	uint32_t action_count;
	const char *cwd;
	uint32_t flags;
	int32_t pgroup;
	uint64_t sigmask;
	uint64_t sigdefault;
};

__attribute__((__import_module__("linux"), __import_name__("spawn")))
int __linux_spawn(const struct spawn_request *);
