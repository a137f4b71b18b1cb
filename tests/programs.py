"""Python programs in processes of their own."""

import subprocess
import sys

from tests.waiting import TIMEOUT

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {packages!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
{program}
"""


def without(packages: tuple[str, ...], program: str) -> subprocess.CompletedProcess[str]:
    """Run a program with some packages hidden."""
    source = WITHOUT.format(packages=packages, program=program)
    return subprocess.run(
        [sys.executable, "-c", source],
        capture_output=True, text=True, timeout=TIMEOUT, check=False,
    )  # fmt: skip
