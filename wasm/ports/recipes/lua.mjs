// Upstream's makefile with Debian's patch wants libtool.
const makefile = `
core = lapi lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate lstring ltable ltm \\
  lundump lvm lzio
library = lauxlib lbaselib lcorolib ldblib liolib lmathlib loadlib loslib lstrlib ltablib lutf8lib linit
objects = $(addsuffix .o,$(core) $(library))

all: lua luac

lua: lua.o $(objects)
\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

luac: luac.o $(objects)
\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

%.o: %.c
\t$(CC) $(CFLAGS) -c -o $@ $<
`;

export default {
  name: 'lua',
  version: '5.4.4',
  homepage: 'https://www.lua.org/',
  licence: 'MIT',
  source: {
    package: 'lua5.4',
    version: '5.4.4',
    orig: 'lua5.4_5.4.4.orig.tar.gz',
    sha256: '164c7849653b80ae67bec4b7473b884bf5cc8d2dca05653475ec2ed27b9ebf61',
  },
  write: {
    'src/wasmsand.mk': makefile.trimStart(),
    // Debian's paths of modules name the machine.
    'src/lua5.4-deb-multiarch.h': '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"\n',
  },
  optimise: '-O3',
  cflags: ['-DLUA_COMPAT_5_3', '-DLUA_USE_POSIX', '-DLUA_USE_DLOPEN'],
  make: [['-C', 'src', '-f', 'wasmsand.mk']],
  programs: [
    { built: 'src/lua', path: '/usr/bin/lua5.4' },
    { built: 'src/luac', path: '/usr/bin/luac5.4' },
  ],
  symlinks: { '/usr/bin/lua': 'lua5.4', '/usr/bin/luac': 'luac5.4' },
};
