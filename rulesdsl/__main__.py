"""`python -m rulesdsl` is `rulesdsl`."""

from rulesdsl.cli import main

main()
