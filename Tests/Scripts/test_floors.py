"""Where code goes: what each module imports, and what a folder of a floor may hold."""

import re
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
sources = root / "Sources"
# From the lowest. Native and Web stand beside each other.
floors = [{"Core"}, {"Seeing"}, {"Games"}, {"Native", "Web"}, {"playfield"}]
# What pure Swift does without.
libraries = {"Foundation", "Glibc", "Dispatch", "Synchronization"}


def targets():
    """-> what Package.swift says of each target, as text"""
    text = (root / "Package.swift").read_text()
    kinds = r"\.(?=(?:executableTarget|target|systemLibrary|testTarget)\()"
    for target in re.split(kinds, text.split("targets: [\n    //")[1])[1:]:
        yield re.search(r'name: "([\w-]+)"', target)[1], target


def modules():
    """-> the folders in Sources of each module, as Package.swift has them"""
    found = {"playfield": ["playfield"]}
    for name, target in targets():
        path = re.search(r'path: "Sources/([^"]+)"', target)
        parts = re.search(r"sources: \[([^\]]*)\]", target)
        if path:
            folders = re.findall(r'"([^"]+)"', parts[1]) if parts else [""]
            found[name] = [f"{path[1]}/{folder}".rstrip("/") for folder in folders]
    return found


def dependencies():
    """-> the names that each target lists, without products of other packages"""
    for name, target in targets():
        listed = re.search(r"dependencies: \[((?:[^\]\[]|\[[^\]]*\])*)\]", target)
        yield name, set(re.findall(r'"([\w-]+)"', re.sub(r"\.product\([^)]*\)", "", listed[1] if listed else "")))


def floor(folder):
    return next(place for place, names in enumerate(floors) if folder.split("/")[0] in names)


def imports(folder, within=sources):
    """-> the files of a folder, each with what it imports"""
    found = [within / folder] if folder.endswith(".swift") else sorted((within / folder).rglob("*.swift"))
    for file in found:
        yield file, re.findall(r"^(?:@\w+ )?(?:\w+ )?import (\w+)$", file.read_text(), re.MULTILINE)


class FloorTests(unittest.TestCase):
    def test_no_module_imports_one_from_a_floor_above(self):
        known = modules()
        for name, folders in known.items():
            for folder in folders:
                for file, imported in imports(folder):
                    for other in imported:
                        if other in known and other != name:
                            with self.subTest(file=str(file.relative_to(root)), imports=other):
                                self.assertLessEqual(floor(known[other][0]), floor(folder))

    def test_what_is_portable_imports_no_library(self):
        for folder in ("Core", "Seeing", "Games", "Web/PageInterface", "Web/PlayfieldWeb", "Web/PlayfieldToss"):
            for file, imported in imports(folder):
                with self.subTest(file=str(file.relative_to(root))):
                    self.assertFalse(libraries & set(imported))

    def test_a_target_lists_what_it_imports_and_nothing_else(self):
        known = modules().keys()
        for name, listed in dependencies():
            places = [(folder, sources) for folder in modules().get(name, [])] or [(name, root / "Tests")]
            files = [file for place in places for file in imports(*place)]
            # What has no Swift surrounds a library.
            if files:
                imported = {other for _, names in files for other in names}
                with self.subTest(target=name):
                    self.assertEqual(listed & known, imported & known - {name})

    def test_every_swift_file_belongs_to_one_module(self):
        folders = [folder for some in modules().values() for folder in some]
        for file in sources.rglob("*.swift"):
            with self.subTest(file=str(file.relative_to(root))):
                path = file.relative_to(sources).as_posix()
                self.assertEqual(sum(f"{path}/".startswith(f"{folder}/") for folder in folders), 1)

    def test_all_that_is_portable_is_compiled_for_the_browser(self):
        script = (root / "Scripts/build-web.sh").read_text()
        compiled = {folder for line in re.findall(r'^  "\w+ ([^"]+)"$', script, re.MULTILINE) for folder in line.split()}
        for name, folders in modules().items():
            for folder in folders:
                has_swift = any(imports(folder))
                if has_swift and folder.split("/")[0] in ("Core", "Seeing", "Games"):
                    with self.subTest(module=name):
                        self.assertIn(folder, compiled)


if __name__ == "__main__":
    unittest.main()
