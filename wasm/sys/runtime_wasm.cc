// What the sysroot's libc++ expects of a C library and ours has under another name.

// There errno is a variable. Only std::stoi and its kin look at it, which our programs do not use: they parse numbers
// themselves.
extern "C" thread_local int errno_of_libcxx __asm__("errno");
thread_local int errno_of_libcxx = 0;
