// Debian's hostname, under its five names.
export default {
  name: 'hostname',
  version: '3.23+nmu1',
  homepage: 'https://packages.debian.org/source/bookworm/hostname',
  licence: 'GPL-2.0-or-later',
  source: {
    package: 'hostname',
    version: '3.23+nmu1',
    orig: 'hostname_3.23+nmu1.tar.xz',
    sha256: 'f3fb39f30b00ba7dba2cec013195d7e1bb215f241153208ccd52da3eedfe7a7d',
  },
  make: [['CFLAGS=-Os -D_GNU_SOURCE', 'hostname']],
  programs: [{ built: 'hostname', path: '/usr/bin/hostname' }],
  symlinks: Object.fromEntries(
    ['dnsdomainname', 'domainname', 'nisdomainname', 'ypdomainname'].map((name) => [`/usr/bin/${name}`, 'hostname']),
  ),
};
