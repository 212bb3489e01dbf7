// Environments of Python, and pip in them.

import { beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from 'wasmsand';
import { skipWithoutPackage } from './python-program.js';
import { useSandboxes } from './use-sandbox.js';

const create = useSandboxes();
const printed = (stdout: string) => ({ stdout, stderr: '', exitCode: 0 });
const says = async (sandbox: Sandbox, script: string) => {
  const { stdout, stderr, exitCode } = await sandbox.run(script, { timeoutMs: 60_000 });
  return { stdout, stderr, exitCode };
};

describe('python3 -m venv', () => {
  it('makes an environment whose python3 has its own packages', async () => {
    const sandbox = await create();
    expect(await says(sandbox, 'python3 -m venv --without-pip env && ls env env/bin && cat env/.gitignore')).toEqual(
      printed(
        'env:\nbin\ninclude\nlib\npyvenv.cfg\n\nenv/bin:\nactivate\npython\npython3\npython3.14\n' +
          '# Created by venv; see https://docs.python.org/3/library/venv.html\n*\n',
      ),
    );
    await sandbox.writeFile('env/lib/python3.14/site-packages/own.py', 'print("own")');
    const program =
      'import sys, own, sysconfig; print(sys.prefix, sys.base_prefix, sys.executable, sys.path[-1], sysconfig.get_path("scripts"))';
    expect(await says(sandbox, `env/bin/python3 -c '${program}'`)).toEqual(
      printed(
        'own\n/home/user/env /usr /home/user/env/bin/python3 /home/user/env/lib/python3.14/site-packages /home/user/env/bin\n',
      ),
    );
    expect(await says(sandbox, 'python3 -c "import own" 2>&1 | tail -1')).toEqual(
      printed("ModuleNotFoundError: No module named 'own'\n"),
    );
  });

  it('can be activated and left in a shell, and its children use it', async () => {
    const sandbox = await create();
    const where = 'python3 -c "import sys; print(sys.prefix)"';
    const child = `python3 -c 'import subprocess, sys; subprocess.run([sys.executable, "-c", "import sys; print(sys.prefix)"])'`;
    await says(sandbox, "python3 -m venv --without-pip --prompt 'a b' 'en v'");
    expect(
      await says(
        sandbox,
        `PS1='$ '; . 'en v/bin/activate'; echo "$VIRTUAL_ENV|$PS1|$VIRTUAL_ENV_PROMPT"; ${where}; ${child}; deactivate; ${where}; echo "$PS1|\${VIRTUAL_ENV-none}"; type deactivate 2>/dev/null`,
      ),
    ).toEqual({
      ...printed('/home/user/en v|(a b) $ |a b\n/home/user/en v\n/home/user/en v\n/usr\n$ |none\n'),
      exitCode: 1,
    });
  });

  it('sees packages of the system and the user only on request', async () => {
    const sandbox = await create();
    await sandbox.writeFiles({ '.local/lib/python3.14/site-packages/mine.py': 'print("mine")' });
    expect(
      await says(
        sandbox,
        `python3 -m venv --without-pip one; python3 -m venv --without-pip --system-site-packages two
for python in python3 'python3 -s' 'python3 -I' one/bin/python two/bin/python; do $python -c 'import mine' 2>/dev/null || echo none; done`,
      ),
    ).toEqual(printed('mine\nnone\nnone\nnone\nmine\n'));
  });

  it('can be cleared and copied, and is refused where it cannot be made', async () => {
    const sandbox = await create();
    expect(
      await says(
        sandbox,
        `python3 -m venv --without-pip env; touch env/old; python3 -m venv --without-pip --clear env; ls env
echo > file; python3 -m venv file; echo $?; python3 -m venv a:b; python3 -m venv --clear --upgrade env`,
      ),
    ).toEqual({
      exitCode: 1,
      stdout: 'bin\ninclude\nlib\npyvenv.cfg\n1\n',
      stderr:
        "Error: Unable to create directory '/home/user/file'\n" +
        'Error: Refusing to create a venv in /home/user/a:b because it contains the PATH separator :.\n' +
        'Error: you cannot supply --upgrade and --clear together.\n',
    });
  });
});

describe('pip in an environment', () => {
  let sandbox: Sandbox;
  let has = false;
  beforeAll(async () => {
    sandbox = await Sandbox.create();
    has = sandbox.exists('/usr/lib/python3.14/site-packages/pip');
    return () => sandbox.destroy();
  });

  it('is missing where the image has no pip, and the error says so', async ({ skip }) => {
    skip(has, 'the image has pip');
    const { stderr, exitCode } = await says(sandbox, 'python3 -m venv env');
    expect({ stderr, exitCode }).toEqual({
      stderr:
        "There is no pip here: the sandbox's image has no packages of Python. The environment was made without one.\n",
      exitCode: 1,
    });
  });

  it('installs into the environment', async (context) => {
    await skipWithoutPackage(context, sandbox, 'pip');
    const wheel = `import zipfile
with zipfile.ZipFile('one-1.0-py3-none-any.whl', 'w') as archive:
    archive.writestr('one.py', 'def main(): print("one")')
    archive.writestr('one-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: one\\nVersion: 1.0\\n')
    archive.writestr('one-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    archive.writestr('one-1.0.dist-info/entry_points.txt', '[console_scripts]\\nrun-one = one:main\\n')
    archive.writestr('one-1.0.dist-info/RECORD', '')
`;
    await sandbox.writeFile('wheel.py', wheel);
    expect(
      await says(
        sandbox,
        `python3 wheel.py && python3 -m venv env && . env/bin/activate && pip install -q --no-index --find-links . one && run-one && pip list --format=freeze && deactivate && python3 -c 'import one' 2>&1 | tail -1`,
      ),
    ).toEqual(printed("one\none==1.0\npip==26.3\nModuleNotFoundError: No module named 'one'\n"));
  });
});
