// Without chronic, which needs a module that perl does not bring, and ifdata, which asks for network interfaces.
const names = ['errno', 'ifne', 'lckdo', 'mispipe', 'parallel', 'pee', 'sponge'];
const scripts = ['combine', 'ts', 'vidir', 'vipe', 'zrun'];

export default {
  name: 'moreutils',
  version: '0.67',
  homepage: 'https://joeyh.name/code/moreutils/',
  licence: 'GPL-2.0-or-later',
  source: {
    package: 'moreutils',
    version: '0.67',
    orig: 'moreutils_0.67.orig.tar.gz',
    sha256: '03872f42c22943b21c62f711b693c422a4b8df9d1b8b2872ef9a34bd5d13ad10',
  },
  make: [names, ['-e', '-C', 'is_utf8']],
  programs: [
    { built: 'is_utf8/isutf8', path: '/usr/bin/isutf8' },
    ...names.map((name) => ({ built: name, path: `/usr/bin/${name}` })),
  ],
  files: scripts.map((name) => ({ from: name, path: `/usr/bin/${name}`, mode: 0o755 })),
};
