#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include "syscall.h"

const unsigned char *__map_file(const char *path, size_t *size)
{
	struct stat st;
	const unsigned char *map = MAP_FAILED;
	int fd = sys_open(path, O_RDONLY|O_CLOEXEC|O_NONBLOCK);
	if (fd < 0) return 0;
	if (!fstat(fd, &st)) {
		map = __mmap(0, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		*size = st.st_size;
	}
	__syscall(SYS_close, fd);
	return map == MAP_FAILED ? 0 : map;
}
