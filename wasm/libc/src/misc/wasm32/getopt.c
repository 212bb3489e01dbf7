/* Options as GNU programs expect them: arguments that are no options are moved behind them (unless POSIXLY_CORRECT is set or
 * the list begins with +), and messages have the wording that every Linux user knows. */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "features.h"
#include "getopt_impl.h"

char *optarg;
int optind = 1, opterr = 1, optopt, __optpos, __optreset = 0;
weak_alias(__optreset, optreset);

/* Moves argv[from, to) in front of argv[before, from). */
static void move_forward(char **argv, int before, int from, int to)
{
	for (; from < to; before++, from++) {
		char *moved = argv[from];
		memmove(argv + before + 1, argv + before, (from - before) * sizeof *argv);
		argv[before] = moved;
	}
}

struct request {
	int argc;
	char *const *argv;
	const char *options; /* without the leading + - */
	const struct option *longs;
	int *index;
	int only;
	int loud;
};

#define complain(request, ...) ((request)->loud ? (void)fprintf(stderr, __VA_ARGS__) : (void)0)

static int is_same(const struct option *a, const struct option *b)
{
	return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The long option that `name` (of `length` bytes) is, or abbreviates. `ambiguous` tells that it is more than one. */
static const struct option *find_long(const struct request *request, const char *name, size_t length, int *ambiguous)
{
	const struct option *found = 0;
	*ambiguous = 0;
	for (const struct option *option = request->longs; option->name; option++) {
		if (strncmp(option->name, name, length)) continue;
		if (!option->name[length]) {
			*ambiguous = 0;
			return option;
		}
		if (!found) found = option;
		else if (request->only || !is_same(found, option)) *ambiguous = 1;
	}
	return found;
}

static void list_candidates(const struct request *request, const char *prefix, const char *word, size_t length)
{
	complain(request, "%s: option '%s%s' is ambiguous; possibilities:", request->argv[0], prefix, word);
	for (const struct option *option = request->longs; option->name; option++) {
		if (!strncmp(option->name, word, length)) complain(request, " '%s%s'", prefix, option->name);
	}
	complain(request, "\n");
}

/* The word at optind as a long option. `is_short`: it is to be taken for short ones instead, and nothing was done. */
static int long_option(const struct request *request, int *is_short)
{
	char *word = request->argv[optind];
	const char *prefix = word[1] == '-' ? "--" : "-";
	word += strlen(prefix);
	size_t length = strcspn(word, "=");
	int ambiguous;
	const struct option *option = find_long(request, word, length, &ambiguous);
	*is_short = !option && request->only && prefix[1] == 0 && strchr(request->options, *word);
	if (*is_short) return 0;
	optind++;
	optopt = 0;
	if (!option) {
		complain(request, "%s: unrecognized option '%s%s'\n", request->argv[0], prefix, word);
		return '?';
	}
	if (ambiguous) {
		list_candidates(request, prefix, word, length);
		return '?';
	}
	if (word[length]) {
		if (option->has_arg == no_argument) {
			complain(request, "%s: option '%s%s' doesn't allow an argument\n", request->argv[0], prefix, option->name);
			optopt = option->val;
			return '?';
		}
		optarg = word + length + 1;
	} else if (option->has_arg == required_argument) {
		if (optind >= request->argc) {
			complain(request, "%s: option '%s%s' requires an argument\n", request->argv[0], prefix, option->name);
			optopt = option->val;
			return *request->options == ':' ? ':' : '?';
		}
		optarg = request->argv[optind++];
	}
	if (request->index) *request->index = option - request->longs;
	if (!option->flag) return option->val;
	*option->flag = option->val;
	return 0;
}

static int short_option(const struct request *request)
{
	char *word = request->argv[optind];
	if (!__optpos) __optpos = 1;
	char letter = word[__optpos++];
	char *rest = word + __optpos;
	const char *known = strchr(request->options, letter);
	if (!*rest) {
		optind++;
		__optpos = 0;
	}
	if (!known || letter == ':' || letter == ';') {
		complain(request, "%s: invalid option -- '%c'\n", request->argv[0], letter);
		optopt = letter;
		return '?';
	}
	if (known[1] != ':') return letter;
	if (*rest) {
		optarg = rest;
		optind++;
		__optpos = 0;
	} else if (known[2] != ':') {
		if (optind >= request->argc) {
			complain(request, "%s: option requires an argument -- '%c'\n", request->argv[0], letter);
			optopt = letter;
			return *request->options == ':' ? ':' : '?';
		}
		optarg = request->argv[optind++];
	}
	return letter;
}

static int looks_long(const struct request *request, const char *word)
{
	if (!request->longs || __optpos) return 0;
	return word[1] == '-' || (request->only && (word[2] || !strchr(request->options, word[1])));
}

int __getopt_step(int argc, char *const *argv, const char *options, const struct option *longs, int *index, int only)
{
	if (!optind || __optreset) {
		__optreset = 0;
		__optpos = 0;
		optind = 1;
	}
	optarg = 0;
	const int in_order = *options == '-';
	const int permute = !in_order && *options != '+' && !getenv("POSIXLY_CORRECT");
	if (*options == '-' || *options == '+') options++;
	const struct request request = { argc, argv, options, longs, index, only, opterr && *options != ':' };

	const int first = optind;
	int i = first;
	if (permute) while (i < argc && argv[i] && (argv[i][0] != '-' || !argv[i][1])) i++;
	if (i >= argc || !argv[i]) return -1;
	if (argv[i][0] != '-' || !argv[i][1]) {
		if (!in_order) return -1;
		optarg = argv[optind++];
		return 1;
	}

	int result = -1;
	optind = i;
	if (!__optpos && !strcmp(argv[i], "--")) optind++;
	else {
		int is_short = !looks_long(&request, argv[i]);
		if (!is_short) result = long_option(&request, &is_short);
		if (is_short) result = short_option(&request);
	}
	const int taken = optind - i;
	move_forward((char **)argv, first, i, optind);
	optind = first + taken;
	return result;
}

int getopt(int argc, char *const argv[], const char *options)
{
	return __getopt_step(argc, argv, options, 0, 0, 0);
}

weak_alias(getopt, __posix_getopt);
