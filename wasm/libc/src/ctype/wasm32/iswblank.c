#include <wctype.h>
#include "locale_impl.h"

// As GNU's: the spaces that end no line, upstream's are those of ASCII.
int iswblank(wint_t wc)
{
	return wc == '\t' || (iswspace(wc) && !(wc >= '\n' && wc <= '\r') && wc != 0x2028 && wc != 0x2029);
}

int __iswblank_l(wint_t c, locale_t l)
{
	return iswblank(c);
}

weak_alias(__iswblank_l, iswblank_l);
