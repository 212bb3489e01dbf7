// Texts of errors and signals that our C library has not, or not as Linux's machines have them.
#include "door.h"

#include <signal.h>
#include <string.h>

struct text {
  int number;
  const char* text;
};

static const struct text kErrors[] = {
    {44, "Channel number out of range"},
    {45, "Level 2 not synchronized"},
    {46, "Level 3 halted"},
    {47, "Level 3 reset"},
    {48, "Link number out of range"},
    {49, "Protocol driver not attached"},
    {50, "No CSI structure available"},
    {51, "Level 2 halted"},
    {52, "Invalid exchange"},
    {53, "Invalid request descriptor"},
    {54, "Exchange full"},
    {55, "No anode"},
    {56, "Invalid request code"},
    {57, "Invalid slot"},
    {59, "Bad font file format"},
    {64, "Machine is not on the network"},
    {65, "Package not installed"},
    {66, "Object is remote"},
    {68, "Advertise error"},
    {69, "Srmount error"},
    {70, "Communication error on send"},
    {73, "RFS specific error"},
    {76, "Name not unique on network"},
    {78, "Remote address changed"},
    {79, "Can not access a needed shared library"},
    {80, "Accessing a corrupted shared library"},
    {81, ".lib section in a.out corrupted"},
    {82, "Attempting to link in too many shared libraries"},
    {83, "Cannot exec a shared library directly"},
    {85, "Interrupted system call should be restarted"},
    {86, "Streams pipe error"},
    {87, "Too many users"},
    {109, "Too many references: cannot splice"},
    {117, "Structure needs cleaning"},
    {118, "Not a XENIX named type file"},
    {119, "No XENIX semaphores available"},
    {120, "Is a named type file"},
    {132, "Operation not possible due to RF-kill"},
    {133, "Memory page has hardware error"},
};
static const struct text kSignals[] = {{SIGFPE, "Floating point exception"}, {SIGCHLD, "Child exited"}};

static const char* find(const struct text* texts, size_t count, int number) {
  for (size_t i = 0; i < count; i++)
    if (texts[i].number == number) return texts[i].text;
  return NULL;
}

__attribute__((export_name("replaced:strerror"))) char* own_strerror(int number) {
  const char* const text = find(kErrors, sizeof kErrors / sizeof *kErrors, number);
  return text != NULL ? (char*)text : strerror(number);
}

__attribute__((export_name("replaced:strsignal"))) char* own_strsignal(int number) {
  const char* const text = find(kSignals, sizeof kSignals / sizeof *kSignals, number);
  return text != NULL ? (char*)text : strsignal(number);
}
