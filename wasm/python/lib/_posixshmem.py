"""What shared memory would be opened with."""

import errno


def shm_open(path, flags, mode=0o777):
    raise OSError(errno.ENOSYS, "Processes share no memory here; multiprocessing.Array, queues and files are seen by all")


def shm_unlink(path):
    raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
