"""Module files: which parts of a game there are that take part in some games only, and when they do."""

from __future__ import annotations

from rulesdsl.document import Document
from rulesdsl.model.game import ModuleDecl
from rulesdsl.model.reading import Reader
from rulesdsl.source.diagnostics import Label


def modules(reader: Reader, document: Document) -> None:
    """Enter every module and the files that belong to it. Read first: other sections ask where they stand."""
    game = reader.game
    for file in document.files:
        if file.module is None:
            continue
        name = file.module.text
        known = game.modules.get(name)
        if known is not None and known.span != file.module.span:
            related = [Label(known.span, "the module is declared here")]
            help_text = "a file that a module includes belongs to it without saying so"
            message = f"`{name}` is a module of another file"
            reader.problems.error("bad-module", file.module.span, message, related=related, help=help_text)
        elif known is None:
            known = game.modules[name] = ModuleDecl(name, file.module.span, active=reader.expression(file.active))
            if file is document.files[0]:
                message = "the game itself is no module of it"
                help_text = "a module is a file of its own, named under `include:`"
                reader.problems.error("bad-module", file.module.span, message, help=help_text)
            elif file.active is None:
                message = f"module `{name}` does not say when it takes part"
                help_text = "add `active:` with a condition over options and the scenario"
                reader.problems.error("bad-module", file.module.span, message, help=help_text)
        if known is not None:
            game.module_files[file.source.path] = known
