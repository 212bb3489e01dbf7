/* One import makes the child, applies the actions and attributes there and reports a failed exec as
   an errno; nothing of the parent is copied. */

#include <spawn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "../fdop.h"
#include "linux_process.h"

#define ACTIONS_ON_STACK 16

static size_t count_actions(const struct fdop *op)
{
	size_t count = 0;
	for (; op; op = op->next) count++;
	return count;
}

/* musl keeps the newest action first. */
static void translate_actions(const struct fdop *newest, struct spawn_action *to, size_t count)
{
	for (const struct fdop *op = newest; op; op = op->next) {
		struct spawn_action *action = &to[--count];
		*action = (struct spawn_action){ .fd = op->fd };
		switch (op->cmd) {
		case FDOP_OPEN:
			action->kind = SPAWN_OPEN;
			action->path = op->path;
			action->oflag = op->oflag;
			action->mode = op->mode;
			break;
		case FDOP_CLOSE:
			action->kind = SPAWN_CLOSE;
			break;
		case FDOP_DUP2:
			action->kind = SPAWN_DUP2;
			action->fd = op->srcfd;
			action->new_fd = op->fd;
			break;
		case FDOP_CHDIR:
			action->kind = SPAWN_CHDIR;
			action->path = op->path;
			break;
		case FDOP_FCHDIR:
			action->kind = SPAWN_FCHDIR;
			break;
		}
	}
}

int posix_spawn(pid_t *restrict res, const char *restrict path,
	const posix_spawn_file_actions_t *fa,
	const posix_spawnattr_t *restrict attr,
	char *const argv[restrict], char *const envp[restrict])
{
	struct spawn_action on_stack[ACTIONS_ON_STACK], *actions = on_stack;
	const struct fdop *newest = fa ? fa->__actions : 0;
	size_t count = count_actions(newest);
	if (count > ACTIONS_ON_STACK && !(actions = malloc(count * sizeof *actions))) return ENOMEM;
	translate_actions(newest, actions, count);

	struct spawn_request request = {
		.path = path,
		.argv = argv,
		.envp = envp,
		.actions = actions,
		.action_count = count,
	};
	if (attr) {
		request.flags = attr->__flags;
		request.pgroup = attr->__pgrp;
		memcpy(&request.sigmask, &attr->__mask, sizeof request.sigmask);
		memcpy(&request.sigdefault, &attr->__def, sizeof request.sigdefault);
	}
	int pid = __linux_spawn(&request);
	if (actions != on_stack) free(actions);
	if (pid < 0) return -pid;
	if (res) *res = pid;
	return 0;
}
