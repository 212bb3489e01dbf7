// The time zones, compiled by this machine's zic from upstream's tables as Debian does it. (right/, which counts leap
// seconds, and posix/, which repeats everything, are left out.)
const makefile = `
zoneinfo: tzdata.zi
	/usr/sbin/zic -b fat -d zoneinfo tzdata.zi
	# As in Debian: other names are symbolic links.
	sed -n 's/^L //p' tzdata.zi | while read -r target name; do ln -srf zoneinfo/$$target zoneinfo/$$name; done
	ln -s America/New_York zoneinfo/posixrules
	cp iso3166.tab leap-seconds.list leapseconds tzdata.zi zone.tab zone1970.tab zoneinfo
`;

export default {
  name: 'tzdata',
  version: '2026b',
  homepage: 'https://www.iana.org/time-zones',
  licence: 'LicenseRef-public-domain',
  source: {
    package: 'tzdata',
    version: '2026b',
    orig: 'tzdata_2026b.orig.tar.gz',
    sha256: '114543d9f19a6bfeb5bca43686aea173d38755a3db1f2eec112647ae92c6f544',
  },
  write: { 'zoneinfo.mk': makefile.trimStart() },
  make: [
    ['AWK=gawk', 'BACKWARD=backward', 'PACKRATDATA=backzone', 'PACKRATLIST=zone.tab', 'VERSION_DEPS=', 'tzdata.zi'],
    ['-f', 'zoneinfo.mk', 'zoneinfo'],
  ],
  trees: [{ from: 'zoneinfo', path: '/usr/share/zoneinfo' }],
};
