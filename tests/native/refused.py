"""Games that no C is made of yet, and what of them it is not made of. The list is to become shorter."""

REFUSED = {
    "tests/conformance/games/wraps": "backs that show what changes",
    "tests/language/texts/texts": "a text that is put together",
}
