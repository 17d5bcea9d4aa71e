"""Settings that hold for every test."""

import os
import signal
from pathlib import Path

from hypothesis import settings

# Compiled games of tests stay in the checkout, away from those of whoever runs the tests.
os.environ.setdefault("RULESDSL_CACHE", str(Path(__file__).parents[1] / ".pytest_cache" / "games"))

# The same examples on every run, however slow the machine is; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("default", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# Started in the background, a shell lets its processes ignore ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
