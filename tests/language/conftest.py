"""The cases here are run by `test_language.py`; the package's own plugin would run each a second time."""

collect_ignore_glob = ["*.case.yaml"]
