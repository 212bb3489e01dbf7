// Builds a recipe of a Rust program: Debian's compiler, standard library and crates, for wasm32-wasi. Such a program is
// a module for the kernel's WASI door, with wasi-libc instead of our C library.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unpackCrates } from '../../scripts/setup/crates.mjs';
import { build } from '../../scripts/setup/places.mjs';
import { digestOf, revisionOf } from '../../scripts/setup/product-lock.mjs';
import { run } from '../../scripts/setup/progress.mjs';
import { applyEdits, unpackSource } from '../../scripts/setup/sources.mjs';
import { install } from './install.mjs';

// By path: a rustup that the machine may have as well comes first in PATH.
const cargo = '/usr/bin/cargo';
// The one of rustc's own LLVM: later ones refuse its archives.
const linker = 'wasm-ld-14';
const target = 'wasm32-wasi';
// What Node 20 has.
const features = '-C target-feature=+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128';

const configuration = `
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "crates.debian"
[profile.release]
codegen-units = 1
debug = false
lto = "fat"
panic = "abort"
`;

/** Makes `tree` the program's sources, with the crates it needs under crates.debian/. */
async function prepareSources(recipe, tree) {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(dirname(tree), { recursive: true });
  await unpackSource(recipe.name, recipe.source, tree);
  await unpackCrates(recipe.name, tree, join(tree, 'crates.debian'));
  applyEdits(recipe.name, tree, recipe.edits);
  // Upstream's names the versions of crates.io.
  rmSync(join(tree, 'Cargo.lock'), { force: true });
  mkdirSync(join(tree, '.cargo'), { recursive: true });
  writeFileSync(join(tree, '.cargo/config.toml'), configuration);
  rmSync(join(tree, '.cargo/config'), { force: true });
}

/** Builds the port into `directory` and returns the revision of its sources: those of its crates are told by what is in them. */
export async function buildPort(recipe, directory, { libraries }) {
  const tree = join(build, 'wasm/ports', recipe.name);
  await prepareSources(recipe, tree);
  const revision = `${revisionOf(tree)} and crates ${digestOf(join(tree, 'crates.debian')).sha256.slice(0, 20)}`;
  // -Zavoid-dev-deps: the crates of tests are not asked for. Debian builds in the same way.
  const args = ['-Zavoid-dev-deps', 'build', '--offline', '--release', '--target', target];
  args.push('--features', (recipe.features ?? []).join(','));
  const env = {
    CARGO_HOME: join(tree, '.cargo-home'),
    CARGO_TARGET_WASM32_WASI_LINKER: linker,
    // With --target these are not for build scripts.
    // Messages of panics name files.
    RUSTFLAGS: [features, `--remap-path-prefix=${tree}=.`, ...libraries.map((library) => `-L ${library}/lib`)].join(
      ' ',
    ),
    RUSTC: '/usr/bin/rustc',
    // For -Z, and for what std offers under wasi only as unstable.
    RUSTC_BOOTSTRAP: '1',
  };
  await run(recipe.name, cargo, args, { cwd: tree, env });

  await install(recipe, join(tree, 'target', target, 'release'), directory);
  rmSync(tree, { recursive: true });
  return revision;
}
