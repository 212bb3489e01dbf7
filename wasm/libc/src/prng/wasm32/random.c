/* The additive feedback generator of BSD with the seeding of GNU's C library, so that a seed gives
   the numbers that it gives on every other Linux machine. */

#include <stdint.h>
#include <stdlib.h>

/* A state in the caller's memory: a word that says where the generator stands, then the numbers. */
static uint32_t first_state[32];
static uint32_t *x = first_state + 1;
static int degree = 31, front = 3, rear = 0, seeded;

static void seed_state(unsigned seed)
{
	int32_t word = seed ? seed : 1;
	x[0] = word;
	if (!degree) return;
	for (int k = 1; k < degree; k++) {
		int32_t high = word / 127773, low = word % 127773;
		word = 16807 * low - 2836 * high;
		if (word < 0) word += 2147483647;
		x[k] = word;
	}
	front = degree == 31 || degree == 7 ? 3 : 1;
	rear = 0;
	for (int k = 0; k < 10 * degree; k++) random();
}

void srandom(unsigned seed)
{
	seeded = 1;
	seed_state(seed);
}

static char *save(void)
{
	if (!seeded) srandom(1);
	x[-1] = degree << 16 | front << 8 | rear;
	return (char *)(x - 1);
}

char *initstate(unsigned seed, char *state, size_t size)
{
	if (size < 8) return 0;
	char *old = save();
	degree = size < 32 ? 0 : size < 64 ? 7 : size < 128 ? 15 : size < 256 ? 31 : 63;
	x = (uint32_t *)state + 1;
	seed_state(seed);
	save();
	return old;
}

char *setstate(char *state)
{
	char *old = save();
	x = (uint32_t *)state + 1;
	degree = x[-1] >> 16;
	front = x[-1] >> 8 & 0xff;
	rear = x[-1] & 0xff;
	return old;
}

long random(void)
{
	if (!seeded) srandom(1);
	if (!degree) return x[0] = (1103515245 * x[0] + 12345) & 0x7fffffff;
	uint32_t number = (x[front] += x[rear]) >> 1;
	if (++front == degree) front = 0;
	if (++rear == degree) rear = 0;
	return number;
}
