"""Settings that hold for every test."""

import os

from hypothesis import settings

# The same examples on every run, however slow the machine is; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("default", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
