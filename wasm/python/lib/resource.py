"""Resource usage and limits, by the kernel's calls."""

import sys

import _wasmsand_resource
from _wasmsand_calls import offer

error = OSError
globals().update((name, value) for name, value in vars(_wasmsand_resource).items() if name.startswith(("RLIM", "RUSAGE", "struct_")))
offer(_wasmsand_resource.FUNCTIONS, sys.modules[__name__])
del sys, offer, _wasmsand_resource
