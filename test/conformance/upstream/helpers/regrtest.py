"""Runs one module of CPython's own tests by its own runner: regrtest.py LEFT_OUT MODULE.

What becomes of each case is a line of JSON on descriptor 250: [case, outcome, text], with the outcome None when the case begins. Lines
of the file LEFT_OUT are patterns of cases that are not run, each with the reason, or without one when it was told before."""

import fnmatch
import json
import os
import sys
import traceback
import unittest

from test import support
from test.libregrtest import main, testresult

# Asks a module of the build that the tests come from.
support.built_with_c_assertions = lambda: False
# os.fork is there, and says that it cannot.
support.has_fork_support = False


# Children of multiprocessing import this.
if __name__ == "__main__":
    left_out, module = sys.argv[1:]
    # Far from the numbers that tests get; they are not to be in its way, nor it in theirs.
    os.set_inheritable(250, False)
    pid = os.getpid()

    def write(case, outcome, text=""):
        # A copy of the process runs no cases.
        if os.getpid() == pid:
            name = case.id() if hasattr(case, "id") else str(case)
            os.write(250, (json.dumps([name, outcome, text[-4000:]]) + "\n").encode())

    def told(error):
        return "".join(traceback.format_exception(*error))

    class Result(testresult.RegressionTestResult):
        def startTest(self, test):
            super().startTest(test)
            write(test, None)

        def addSuccess(self, test):
            super().addSuccess(test)
            write(test, "pass")

        def addError(self, test, error):
            super().addError(test, error)
            write(test, "fail", told(error))

        def addFailure(self, test, error):
            super().addFailure(test, error)
            write(test, "fail", told(error))

        def addSubTest(self, test, subtest, error):
            super().addSubTest(test, subtest, error)
            if error is not None:
                write(test, "fail", f"{subtest}\n{told(error)}")

        def addSkip(self, test, reason):
            super().addSkip(test, reason)
            write(getattr(test, "test_case", test), "skip", reason)

        def addExpectedFailure(self, test, error):
            super().addExpectedFailure(test, error)
            write(test, "pass")

        def addUnexpectedSuccess(self, test):
            super().addUnexpectedSuccess(test)
            write(test, "fail", "it was expected to fail")

    with open(left_out) as lines:
        patterns = [line.rstrip("\n").split("\t") for line in lines]
    run = unittest.TestCase.run

    def run_unless_left_out(self, result=None):
        for pattern, reason in patterns:
            if fnmatch.fnmatchcase(self.id(), pattern):
                if reason:
                    result.addSkip(self, reason)
                return result
        return run(self, result)

    unittest.TestCase.run = run_unless_left_out
    testresult.RegressionTestResult = Result
    sys.argv[1:] = ["-v", module]
    main.main()
