/* What upstream's file of this name does before it calls main; crt1 calls main itself. */

#include <elf.h>
#include <stddef.h>
#include <unistd.h>
#include "libc.h"

static void dummy(void *p) {}
weak_alias(dummy, __init_ssp);

/* Made by the linker; runs constructors in the order of their priorities. */
void __wasm_call_ctors(void);

#define AUX_CNT 38

void __init_libc(char **envp, char *pn)
{
	size_t i, *auxv, aux[AUX_CNT] = { 0 };
	__environ = envp;
	for (i=0; envp[i]; i++);
	libc.auxv = auxv = (void *)(envp+i+1);
	for (i=0; auxv[i]; i+=2) if (auxv[i]<AUX_CNT) aux[auxv[i]] = auxv[i+1];
	__hwcap = aux[AT_HWCAP];
	libc.page_size = aux[AT_PAGESZ];

	if (!pn) pn = (void *)aux[AT_EXECFN];
	if (!pn) pn = "";
	__progname = __progname_full = pn;
	for (i=0; pn[i]; i++) if (pn[i]=='/') __progname = pn+i+1;

	__init_tls(aux);
	__init_ssp((void *)aux[AT_RANDOM]);
	libc.secure = aux[AT_SECURE] || aux[AT_UID] != aux[AT_EUID] || aux[AT_GID] != aux[AT_EGID];
}

void __libc_start_init(void)
{
	__wasm_call_ctors();
}
