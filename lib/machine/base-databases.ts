// The databases of /etc for services and protocols, from the registries of IANA.

/** Name, port and protocol, aliases: the services that programs are likely to ask for. */
export const services = `tcpmux\t1/tcp
echo\t7/tcp
echo\t7/udp
discard\t9/tcp\tsink null
discard\t9/udp\tsink null
systat\t11/tcp\tusers
daytime\t13/tcp
daytime\t13/udp
netstat\t15/tcp
qotd\t17/tcp\tquote
chargen\t19/tcp\tttytst source
chargen\t19/udp\tttytst source
ftp-data\t20/tcp
ftp\t21/tcp
ssh\t22/tcp
telnet\t23/tcp
smtp\t25/tcp\tmail
time\t37/tcp\ttimserver
time\t37/udp\ttimserver
whois\t43/tcp\tnicname
tacacs\t49/tcp
tacacs\t49/udp
domain\t53/tcp
domain\t53/udp
bootps\t67/udp
bootpc\t68/udp
tftp\t69/udp
gopher\t70/tcp
finger\t79/tcp
http\t80/tcp\twww
kerberos\t88/tcp\tkerberos5 krb5 kerberos-sec
kerberos\t88/udp\tkerberos5 krb5 kerberos-sec
pop3\t110/tcp\tpop-3
sunrpc\t111/tcp\tportmapper
sunrpc\t111/udp\tportmapper
auth\t113/tcp\tauthentication tap ident
nntp\t119/tcp\treadnews untp
ntp\t123/udp
netbios-ns\t137/udp
netbios-dgm\t138/udp
netbios-ssn\t139/tcp
imap2\t143/tcp\timap
snmp\t161/tcp
snmp\t161/udp
snmp-trap\t162/tcp\tsnmptrap
snmp-trap\t162/udp\tsnmptrap
bgp\t179/tcp
ldap\t389/tcp
ldap\t389/udp
https\t443/tcp
https\t443/udp
microsoft-ds\t445/tcp
kpasswd\t464/tcp
kpasswd\t464/udp
submissions\t465/tcp\tssmtp smtps urd
isakmp\t500/udp
rtsp\t554/tcp
rtsp\t554/udp
ipp\t631/tcp
syslog\t514/udp
printer\t515/tcp\tspooler
uucp\t540/tcp\tuucpd
klogin\t543/tcp
kshell\t544/tcp\tkrcmd
nntps\t563/tcp\tsnntp
submission\t587/tcp
ldaps\t636/tcp
ldaps\t636/udp
domain-s\t853/tcp
domain-s\t853/udp
rsync\t873/tcp
ftps-data\t989/tcp
ftps\t990/tcp
telnets\t992/tcp
imaps\t993/tcp
pop3s\t995/tcp
socks\t1080/tcp
openvpn\t1194/tcp
openvpn\t1194/udp
ms-sql-s\t1433/tcp
radius\t1812/tcp
radius\t1812/udp
radius-acct\t1813/tcp\tradacct
radius-acct\t1813/udp\tradacct
nfs\t2049/tcp
nfs\t2049/udp
iscsi-target\t3260/tcp
mysql\t3306/tcp
distcc\t3632/tcp
svn\t3690/tcp\tsubversion
ipsec-nat-t\t4500/udp
sip\t5060/tcp
sip\t5060/udp
sip-tls\t5061/tcp
sip-tls\t5061/udp
xmpp-client\t5222/tcp\tjabber-client
xmpp-server\t5269/tcp\tjabber-server
mdns\t5353/udp
postgresql\t5432/tcp\tpostgres
amqps\t5671/tcp
amqp\t5672/tcp
amqp\t5672/sctp
x11\t6000/tcp\tx11-0
redis\t6379/tcp
http-alt\t8080/tcp\twebcache
puppet\t8140/tcp
zabbix-agent\t10050/tcp
hkp\t11371/tcp
echo\t4/ddp
git\t9418/tcp
webmin\t10000/tcp
`;

/** Name, number, aliases. */
export const protocols = `ip\t0\tIP
icmp\t1\tICMP
igmp\t2\tIGMP
ggp\t3\tGGP
ipencap\t4\tIP-ENCAP
st\t5\tST
tcp\t6\tTCP
egp\t8\tEGP
igp\t9\tIGP
udp\t17\tUDP
ipv6\t41\tIPv6
ipv6-route\t43\tIPv6-Route
ipv6-frag\t44\tIPv6-Frag
rsvp\t46\tRSVP
gre\t47\tGRE
esp\t50\tIPSEC-ESP
ah\t51\tIPSEC-AH
ipv6-icmp\t58\tIPv6-ICMP
ipv6-nonxt\t59\tIPv6-NoNxt
ipv6-opts\t60\tIPv6-Opts
eigrp\t88\tEIGRP
ospf\t89\tOSPFIGP
pim\t103\tPIM
ipcomp\t108\tIPCOMP
vrrp\t112\tVRRP
l2tp\t115\tL2TP
isis\t124\tISIS
sctp\t132\tSCTP
fc\t133\tFC
udplite\t136\tUDPLite
mpls-in-ip\t137\tMPLS-in-IP
`;
