// What uid 1000 may and may not do.
#include "conformance.h"

CASE(own_files) {
  write_file("f", "x");
  SHOW(chmod("f", 0));
  SHOW(open("f", O_RDONLY));
  SHOW(access("f", R_OK));
  SHOW(access("f", F_OK));
  SHOW(chmod("f", 0400));
  SHOW(open("f", O_WRONLY));
  SHOW(open("f", O_RDWR));
  SHOW(open("f", O_RDONLY | O_TRUNC));
  SHOW(open("f", O_RDONLY) >= 0);
  SHOW(chmod("f", 0077));  // the owner's class counts, not the best one
  SHOW(open("f", O_RDONLY));
  SHOW(chmod("f", 06755));
  struct stat st;
  stat("f", &st);
  printf("%o\n", st.st_mode);
  int fd = open("f", O_RDWR);
  SHOW(write(fd, "y", 1));  // a write drops set-id bits
  stat("f", &st);
  printf("%o\n", st.st_mode);
  SHOW(fchmod(fd, 0644));
  stat("f", &st);
  printf("%o\n", st.st_mode);
}

CASE(directories_need_search) {
  mkdir("d", 0755);
  write_file("d/f", "x");
  SHOW(chmod("d", 0600));
  struct stat st;
  SHOW(stat("d/f", &st));
  SHOW(open("d", O_RDONLY) >= 0);
  SHOW(chdir("d"));
  SHOW(chmod("d", 0300));
  SHOW(open("d", O_RDONLY));
  show_file("d/f");
  SHOW(chmod("d", 0500));
  SHOW(open("d/new", O_WRONLY | O_CREAT, 0644));
  SHOW(unlink("d/f"));
  SHOW(rename("d/f", "g"));
  SHOW(mkdir("d/e", 0755));
  SHOW(symlink("x", "d/s"));
  SHOW(link("d/f", "d/h"));
  SHOW(chmod("d", 0755));
  SHOW(unlink("d/f"));
}

CASE(system_files) {
  SHOW(open("/etc/passwd", O_WRONLY));
  SHOW(open("/etc/new-file", O_WRONLY | O_CREAT, 0644));
  SHOW(unlink("/etc/passwd"));
  SHOW(rename("/etc/passwd", "/etc/passwd2"));
  SHOW(chmod("/etc/passwd", 0777));
  SHOW(chown("/etc/passwd", 1000, 1000));
  SHOW(truncate("/etc/passwd", 0));
  SHOW(mkdir("/newdir", 0755));
  SHOW(rmdir("/tmp"));
  SHOW(IN_SANDBOX(open("/root", O_RDONLY | O_DIRECTORY) < 0 && errno == EACCES));
  SHOW(access("/etc/passwd", R_OK));
  SHOW(access("/etc/passwd", W_OK));
  SHOW(access("/etc/passwd", X_OK));
  SHOW(access("/bin/ls", X_OK));
  SHOW(access("/etc/passwd", 8));
  struct stat st;
  SHOW(stat("/tmp", &st));
  SHOW(IN_SANDBOX(st.st_mode == (S_IFDIR | 01777)));
}

CASE(ownership) {
  write_file("f", "x");
  SHOW(chown("f", 0, -1));
  SHOW(chown("f", 1000, 1000));
  SHOW(chown("f", -1, -1));
  SHOW(chown("f", -1, 0));
  SHOW(chown("none", 1000, 1000));
  symlink("f", "s");
  SHOW(lchown("s", 1000, 1000));
  SHOW(chmod("f", 06755));
  SHOW(chown("f", 1000, 1000));
  struct stat st;
  stat("f", &st);
  printf("%o\n", st.st_mode);
}

CASE(creation_mask) {
  SHOW(umask(027));
  SHOW(umask(0));
  close(open("m0", O_WRONLY | O_CREAT, 0666));
  SHOW(umask(077));
  close(open("m77", O_WRONLY | O_CREAT, 0666));
  mkdir("d77", 0777);
  SHOW(umask(022));
  close(open("m4755", O_WRONLY | O_CREAT, 04755));
  mkdir("d1777", 01777);
  const char *names[] = {"m0", "m77", "d77", "m4755", "d1777"};
  for (int i = 0; i < 5; i++) {
    struct stat st;
    stat(names[i], &st);
    printf("%s %o\n", names[i], st.st_mode);
  }
}

CASE(read_only_create) {
  int fd = SHOW(open("f", O_RDWR | O_CREAT | O_EXCL, 0000));
  SHOW(write(fd, "abc", 3));  // the creating open is not bound by the mode it sets
  SHOW(open("f", O_RDONLY));
}

CASE(sticky_directory) {
  SHOW(mkdir("t", 01777));
  struct stat st;
  stat("t", &st);
  printf("%o\n", st.st_mode);
  SHOW(chmod("t", 01777));
  stat("t", &st);
  printf("%o\n", st.st_mode);
  write_file("t/mine", "x");
  SHOW(unlink("t/mine"));
}

CASE(execute_permission) {
  write_file("script", "#!/bin/sh\nexit 7\n");
  char *argv[] = {"script", NULL}, *envp[] = {NULL};
  SHOW(execve("./script", argv, envp));
  SHOW(execve("./none", argv, envp));
  SHOW(execve(".", argv, envp));
  SHOW(execve("./script/x", argv, envp));
  chmod("script", 0755);
  write_file("plain", "no interpreter\n");
  chmod("plain", 0755);
  SHOW(execve("./plain", argv, envp));
  write_file("missing", "#!/no/such/interpreter\n");
  chmod("missing", 0755);
  SHOW(execve("./missing", argv, envp));
  write_file("empty", "");
  chmod("empty", 0755);
  SHOW(execve("./empty", argv, envp));
  write_file("badmagic", "\177ELF garbage");
  chmod("badmagic", 0755);
  SHOW(execve("./badmagic", argv, envp) == -1);
}
