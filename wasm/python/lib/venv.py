"""
Virtual environments: what CPython's module of this name does, with the pip of the image.
"""

import argparse
import logging
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import types

CORE_VENV_DEPS = ("pip",)
logger = logging.getLogger(__name__)

# To be sourced by a shell. What it keeps of the shell's bears the names that tools know.
_ACTIVATE = """# Read by a shell: . {script}
deactivate () {{
    if [ -n "${{_OLD_VIRTUAL_PATH:-}}" ]; then
        PATH=$_OLD_VIRTUAL_PATH
        export PATH
    fi
    if [ -n "${{_OLD_VIRTUAL_PYTHONHOME:-}}" ]; then
        PYTHONHOME=$_OLD_VIRTUAL_PYTHONHOME
        export PYTHONHOME
    fi
    if [ -n "${{_OLD_VIRTUAL_PS1+set}}" ]; then
        PS1=$_OLD_VIRTUAL_PS1
    fi
    unset _OLD_VIRTUAL_PATH _OLD_VIRTUAL_PYTHONHOME _OLD_VIRTUAL_PS1 VIRTUAL_ENV VIRTUAL_ENV_PROMPT
    hash -r 2>/dev/null || true
    [ "${{1:-}}" = nondestructive ] || unset -f deactivate
}}

deactivate nondestructive
VIRTUAL_ENV={directory}
VIRTUAL_ENV_PROMPT={prompt}
_OLD_VIRTUAL_PATH=$PATH
PATH=$VIRTUAL_ENV/{scripts}:$PATH
export VIRTUAL_ENV VIRTUAL_ENV_PROMPT PATH
if [ -n "${{PYTHONHOME:-}}" ]; then
    _OLD_VIRTUAL_PYTHONHOME=$PYTHONHOME
    unset PYTHONHOME
fi
if [ -z "${{VIRTUAL_ENV_DISABLE_PROMPT:-}}" ]; then
    _OLD_VIRTUAL_PS1=${{PS1:-}}
    PS1="($VIRTUAL_ENV_PROMPT) ${{PS1:-}}"
fi
hash -r 2>/dev/null || true
"""

_SCRIPT = """#!{python}
import sys
from pip._internal.cli.main import main
if __name__ == "__main__":
    sys.exit(main())
"""


class EnvBuilder:
    """Makes virtual environments; its methods may be replaced as those of CPython's class of this name."""

    def __init__(
        self, system_site_packages=False, clear=False, symlinks=False, upgrade=False, with_pip=False, prompt=None, upgrade_deps=False, *,
        scm_ignore_files=frozenset(),
    ):  # fmt: skip
        self.system_site_packages, self.clear, self.symlinks, self.upgrade = system_site_packages, clear, symlinks, upgrade
        self.with_pip, self.orig_prompt, self.upgrade_deps = with_pip, prompt, upgrade_deps
        self.prompt = os.path.basename(os.getcwd()) if prompt == "." else prompt
        self.scm_ignore_files = frozenset(map(str.lower, scm_ignore_files))

    def create(self, env_dir):
        """Create a virtual environment in a directory."""
        context = self.ensure_directories(os.path.abspath(env_dir))
        for scm in self.scm_ignore_files:
            getattr(self, f"create_{scm}_ignore_file")(context)
        self.create_configuration(context)
        self.setup_python(context)
        if self.with_pip:
            self._setup_pip(context)
        if not self.upgrade:
            self.setup_scripts(context)
            self.post_setup(context)
        if self.upgrade_deps:
            self.upgrade_dependencies(context)

    def clear_directory(self, path):
        for entry in os.scandir(path):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                os.remove(entry.path)

    def ensure_directories(self, env_dir):
        """Create the directories for the environment, and say where things are in it."""

        def make(directory):
            if not os.path.exists(directory):
                os.makedirs(directory)
            elif os.path.islink(directory) or os.path.isfile(directory):
                raise ValueError(f"Unable to create directory {directory!r}")

        if os.pathsep in os.fspath(env_dir):
            raise ValueError(f"Refusing to create a venv in {env_dir} because it contains the PATH separator {os.pathsep}.")
        if os.path.exists(env_dir) and self.clear:
            self.clear_directory(env_dir)
        places = sysconfig.get_paths("venv", {"base": env_dir, "platbase": env_dir})
        name = os.path.basename(env_dir)
        context = types.SimpleNamespace(env_dir=env_dir, env_name=name, prompt=name if self.prompt is None else self.prompt)
        make(env_dir)
        context.executable = os.path.abspath(sys._base_executable)
        context.python_dir, context.python_exe = os.path.split(context.executable)
        context.inc_path, context.lib_path, context.bin_path = os.path.join(env_dir, "include"), places["purelib"], places["scripts"]
        context.bin_name = os.path.relpath(context.bin_path, env_dir)
        context.env_exe = context.env_exec_cmd = os.path.join(context.bin_path, context.python_exe)
        for directory in (context.inc_path, context.lib_path, context.bin_path):
            make(directory)
        return context

    def _command(self, context):
        options = [
            (not self.symlinks, "--copies"), (not self.with_pip, "--without-pip"), (self.system_site_packages, "--system-site-packages"),
            (self.clear, "--clear"), (self.upgrade, "--upgrade"), (self.upgrade_deps, "--upgrade-deps"),
            (self.orig_prompt is not None, f'--prompt="{self.orig_prompt}"'), (not self.scm_ignore_files, "--without-scm-ignore-files"),
        ]  # fmt: skip
        return " ".join([sys.executable, "-m", "venv", *(option for is_given, option in options if is_given), context.env_dir])

    def create_configuration(self, context):
        """Write what makes the directory an environment."""
        context.cfg_path = os.path.join(context.env_dir, "pyvenv.cfg")
        values = {
            "home": context.python_dir,
            "include-system-site-packages": "true" if self.system_site_packages else "false",
            "version": "{}.{}.{}".format(*sys.version_info[:3]),
        }
        if self.prompt is not None:
            values["prompt"] = repr(self.prompt)
        values |= {"executable": os.path.realpath(sys.executable), "command": self._command(context)}
        with open(context.cfg_path, "w", encoding="utf-8") as file:
            file.writelines(f"{key} = {value}\n" for key, value in values.items())

    def create_git_ignore_file(self, context):
        with open(os.path.join(context.env_dir, ".gitignore"), "w", encoding="utf-8") as file:
            file.write("# Created by venv; see https://docs.python.org/3/library/venv.html\n*\n")

    def setup_python(self, context):
        """Put the interpreter's names into the environment."""
        names = ["python", "python3", f"python3.{sys.version_info[1]}"]
        for name in dict.fromkeys([context.python_exe, *names]):
            path = os.path.join(context.bin_path, name)
            if os.path.lexists(path):
                continue
            if not self.symlinks:
                shutil.copyfile(context.executable, path)
                os.chmod(path, 0o755)
            else:
                os.symlink(context.executable if name == context.python_exe else context.python_exe, path)

    def _setup_pip(self, context):
        """The image's pip, copied."""
        packages = sysconfig.get_path("purelib", vars={"base": sys.base_prefix})
        names = [name for name in _entries(packages) if name == "pip" or name.startswith("pip-") and name.endswith(".dist-info")]
        if not names:
            print("There is no pip here: the sandbox's image has no packages of Python. The environment was made without one.", file=sys.stderr)
            sys.exit(1)
        for name in names:
            shutil.copytree(os.path.join(packages, name), os.path.join(context.lib_path, name), dirs_exist_ok=True)
        for name in ("pip", "pip3", f"pip3.{sys.version_info[1]}"):
            path = os.path.join(context.bin_path, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(_SCRIPT.format(python=context.env_exe))
            os.chmod(path, 0o755)

    def setup_scripts(self, context):
        """Write what a shell reads to use the environment."""
        path = os.path.join(context.bin_path, "activate")
        directory, prompt = shlex.quote(context.env_dir), shlex.quote(context.prompt)
        with open(path, "w", encoding="utf-8") as file:
            file.write(_ACTIVATE.format(script=shlex.quote(path), directory=directory, prompt=prompt, scripts=context.bin_name))

    def post_setup(self, context):
        """For classes that are made of this one."""

    def upgrade_dependencies(self, context):
        environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONHOME", "PYTHONPATH")}
        environment["VIRTUAL_ENV"] = context.env_dir
        command = [context.env_exec_cmd, "-m", "pip", "install", "--upgrade", *CORE_VENV_DEPS]
        subprocess.check_call(command, env=environment, cwd=context.env_dir)


def _entries(directory):
    try:
        return os.listdir(directory)
    except FileNotFoundError:
        return []


def create(
    env_dir, system_site_packages=False, clear=False, symlinks=False, with_pip=False, prompt=None, upgrade_deps=False, *,
    scm_ignore_files=frozenset(),
):  # fmt: skip
    """Create a virtual environment in a directory."""
    options = {"with_pip": with_pip, "prompt": prompt, "upgrade_deps": upgrade_deps, "scm_ignore_files": scm_ignore_files}
    EnvBuilder(system_site_packages, clear, symlinks, **options).create(env_dir)


def main(args=None):
    parser = argparse.ArgumentParser(
        description="Creates virtual Python environments in one or more target directories.",
        epilog="Once an environment has been created, activate it by sourcing bin/activate, or run what is in its bin directory.",
    )
    flags = {
        "--system-site-packages": "Give the environment access to the system's site-packages.",
        "--clear": "Delete the contents of the directory before the environment is made.",
        "--upgrade": "Have an environment use this version of Python.",
        "--upgrade-deps": f"Upgrade {', '.join(CORE_VENV_DEPS)} to the newest version of the index.",
    }
    parser.add_argument("dirs", metavar="ENV_DIR", nargs="+", help="A directory to create the environment in.")
    for flag, text in flags.items():
        parser.add_argument(flag, action="store_true", help=text)
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--symlinks", action="store_true", default=True, help="Link to the interpreter (the default).")
    ways.add_argument("--copies", action="store_false", dest="symlinks", help="Copy the interpreter.")
    parser.add_argument("--without-pip", dest="with_pip", action="store_false", help="Leave pip out.")
    parser.add_argument("--prompt", help="What the prompt begins with, instead of the directory's name.")
    ignore = {"action": "store_const", "const": frozenset(), "default": frozenset(["git"])}
    parser.add_argument("--without-scm-ignore-files", dest="scm_ignore_files", help="Leave .gitignore out.", **ignore)
    options = vars(parser.parse_args(args))
    if options["upgrade"] and options["clear"]:
        raise ValueError("you cannot supply --upgrade and --clear together.")
    directories = options.pop("dirs")
    builder = EnvBuilder(**options)
    for directory in directories:
        builder.create(directory)


if __name__ == "__main__":
    try:
        main()
    except Exception as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(1)
