"""Read a root file and what it includes, and merge them section by section."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath

from rulesdsl.document.compose import compose, report_duplicate
from rulesdsl.document.pictures import picture_slots
from rulesdsl.document.reading import check_text, read_source
from rulesdsl.document.tree import Document, File, Mapping, Node, Scalar, Sequence
from rulesdsl.source import Label, Problems, Source, Span

# Keys that belong to one file and are not merged.
_OWN = frozenset(("include", "module", "active", "setup"))
# A chain of files that is longer than this is a mistake, and Python's stack stays shallow.
_LONGEST_CHAIN = 32


@dataclass(slots=True)
class Part:
    """One file that was read: its tree, and the module that it belongs to."""

    file: File
    tree: Mapping
    pictures: list[File] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    root: Path
    shown_root: PurePosixPath
    problems: Problems
    parts: list[Part] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)

    def take(self, path: Path, source: Source | None, chain: tuple[Path, ...], owner: File) -> None:
        """Compose one file, then those that it includes."""
        if source is None:
            return
        tree = mapping_of(source, self.problems)
        if tree is None:
            return
        file = File(source, owner.module, owner.active)
        module, active = tree.get("module"), tree.get("active")
        if isinstance(module, Scalar):
            file.module = module
            file.active = active if isinstance(active, Scalar) else None
        elif active is not None:
            message = "`active:` says when a module takes part, and this file names none"
            self.problems.error("missing-key", active.span, message, help="add `module: NAME`")
        part = Part(file, tree)
        self.parts.append(part)
        for node in picture_slots(tree):
            self.picture(node, path, part)
        for node in _paths(tree.get("include")):
            self.include(node, path, (*chain, path), file)

    def include(self, node: Scalar, path: Path, chain: tuple[Path, ...], owner: File) -> None:
        target = self.target(node, path)
        if target is None:
            return
        if target in chain:
            message = f"`{node.text}` is being read already: the files include each other"
            names = " -> ".join(self.shown(one) for one in (*chain[chain.index(target) :], target))
            self.problems.error("include-loop", node.span, message, notes=[names])
            return
        if len(chain) >= _LONGEST_CHAIN:
            message = f"files include each other over more than {_LONGEST_CHAIN} levels"
            self.problems.error("too-deep", node.span, message)
            return
        if target in self.seen:
            # Two files may need the same third one: it counts once.
            return
        self.seen.add(target)
        source = read_source(target, self.shown(target), self.problems, node.span)
        self.take(target, source, chain, owner)

    def picture(self, node: Scalar, path: Path, part: Part) -> None:
        """Read the text file that a slot names; two slots may name one file."""
        target = self.target(node, path)
        if target is None:
            return
        name = self.shown(target)
        known = next((file for one in self.parts for file in one.pictures if file.source.path == name), None)
        if known is None:
            source = read_source(target, name, self.problems, node.span)
            if source is None:
                return
            known = File(source)
            part.pictures.append(known)
        node.file = known.source

    def target(self, node: Scalar, path: Path) -> Path | None:
        text = node.text
        absolute = PureWindowsPath(text).anchor or PurePosixPath(text).is_absolute()
        if not text or "\0" in text:
            self.problems.error("include-missing", node.span, "the path of a file is needed here")
            return None
        try:
            target = (path.parent / text).resolve()
            exists = target.exists()
        except (OSError, RuntimeError, ValueError):
            # A ring of symbolic links, or a name that no file system takes.
            self.problems.error("include-missing", node.span, f"there is no file `{text}`")
            return None
        if absolute or not target.is_relative_to(self.root):
            message = f"`{text}` is outside the folder of the game"
            help = "the files of a game stand beside its root file or below it, given by a relative path"
            self.problems.error("include-outside", node.span, message, help=help)
            return None
        if not exists:
            message = f"there is no file `{text}` beside `{node.span.source.path}`"
            self.problems.error("include-missing", node.span, message)
            return None
        return target

    def shown(self, path: Path) -> str:
        return str(self.shown_root / path.relative_to(self.root).as_posix())


def read_parts(path: Path, problems: Problems, text: str | None) -> list[Part]:
    """The root file and all that it includes, the root first; empty if it cannot be read."""
    name = path.as_posix()
    if text is None:
        source = read_source(path, name, problems)
    else:
        source = check_text(text, name, problems)
    if source is None:
        return []
    home = path.resolve()
    reader = _Reader(home.parent, PurePosixPath(path.parent.as_posix()), problems, seen={home})
    reader.take(home, source, (), File(source))
    return reader.parts


def mapping_of(source: Source, problems: Problems) -> Mapping | None:
    """The tree of a file whose top must be a mapping."""
    node = compose(source, problems)
    if node is None or isinstance(node, Mapping):
        return node
    start = node.span.start
    end = source.text.find("\n", start)
    span = Span(source, start, len(source.text) if end < 0 else end)
    message = "a file starts with keys (`title: ...`), found something else"
    problems.error("wrong-shape", span, message)
    return None


def _paths(node: Node | None) -> list[Scalar]:
    # Whatever else stands there is reported by the schema.
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [item for item in node.items if isinstance(item, Scalar)]
    return []


def merge(parts: list[Part], problems: Problems) -> Document:
    """One document of all files: mappings are united, lists appended, all else clashes."""
    first = parts[0].tree
    document = Document(first.span, files=[file for part in parts for file in (part.file, *part.pictures)])
    for part in parts:
        for key, value in part.tree.entries:
            if key.text == "setup":
                document.setups.append((key, value))
            if key.text in _OWN:
                continue
            if key.text not in document:
                document.add(key, value)
            else:
                _join(document, key, value, problems)
    return document


def _join(document: Document, key: Scalar, value: Node, problems: Problems) -> None:
    there, first = document.get(key.text), document.key(key.text)
    assert there is not None and first is not None
    if isinstance(there, Sequence) and isinstance(value, Sequence):
        document.replace(key.text, Sequence(there.span, [*there.items, *value.items]))
    elif isinstance(there, Mapping) and isinstance(value, Mapping):
        document.replace(key.text, _union(there, value, problems))
    elif key.text == "rulesdsl" and _same(there, value):
        return
    else:
        report_duplicate(first, key, problems)


def _same(one: Node, two: Node) -> bool:
    return isinstance(one, Scalar) and isinstance(two, Scalar) and one.text == two.text


def _union(one: Mapping, two: Mapping, problems: Problems) -> Mapping:
    both = Mapping(one.span, torn=one.torn or two.torn)
    for key, value in [*one.entries, *two.entries]:
        first = both.key(key.text)
        if first is None:
            both.add(key, value)
            continue
        related = [Label(first.span, "first given here")]
        message = f"`{key.text}` is given in two files"
        label = "given again"
        problems.error("duplicate-key", key.span, message, label=label, related=related)
    return both
