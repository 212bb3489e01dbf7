"""This module provides access to the Unix password database."""

import sys

from _wasmsand_calls import offer
from _wasmsand_users import getpwall, getpwnam, getpwuid, struct_passwd

offer([getpwall, getpwnam, getpwuid], sys.modules[__name__])
del sys, offer
