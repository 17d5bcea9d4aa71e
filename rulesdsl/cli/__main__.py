"""`python -m rulesdsl.cli` is `rulesdsl`."""

from rulesdsl.cli import main

main()
