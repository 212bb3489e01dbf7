"""Access to the Unix group database."""

import sys

from _wasmsand_calls import offer
from _wasmsand_users import getgrall, getgrgid, getgrnam, struct_group

offer([getgrall, getgrgid, getgrnam], sys.modules[__name__])
del sys, offer
