"""Certificates: from PEM, and what getpeercert() tells of them."""

import binascii
import re

import _ssl

_NAMES = {
    "2.5.4.3": "commonName", "2.5.4.4": "surname", "2.5.4.5": "serialNumber", "2.5.4.6": "countryName",
    "2.5.4.7": "localityName", "2.5.4.8": "stateOrProvinceName", "2.5.4.9": "streetAddress", "2.5.4.10": "organizationName",
    "2.5.4.11": "organizationalUnitName", "2.5.4.12": "title", "2.5.4.13": "description", "2.5.4.15": "businessCategory",
    "2.5.4.17": "postalCode", "2.5.4.41": "name", "2.5.4.42": "givenName", "2.5.4.43": "initials",
    "2.5.4.44": "generationQualifier", "2.5.4.46": "dnQualifier", "2.5.4.65": "pseudonym",
    "2.5.4.97": "organizationIdentifier", "1.2.840.113549.1.9.1": "emailAddress",
    "0.9.2342.19200300.100.1.1": "userId", "0.9.2342.19200300.100.1.25": "domainComponent",
    "1.3.6.1.4.1.311.60.2.1.1": "jurisdictionLocalityName", "1.3.6.1.4.1.311.60.2.1.2": "jurisdictionStateOrProvinceName",
    "1.3.6.1.4.1.311.60.2.1.3": "jurisdictionCountryName",
}  # fmt: skip
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_SUBJECT_ALTERNATIVE, _DISTRIBUTION, _ACCESS = "2.5.29.17", "2.5.29.31", "1.3.6.1.5.5.7.1.1"
_BASIC_CONSTRAINTS, _KEY_USAGE = "2.5.29.19", "2.5.29.15"
_OCSP, _ISSUERS = "1.3.6.1.5.5.7.48.1", "1.3.6.1.5.5.7.48.2"
_PEM = re.compile(r"-----BEGIN (X509 |TRUSTED )?CERTIFICATE-----\s*(.*?)-----END \1?CERTIFICATE-----", re.S)


def from_pem(text):
    """The certificates in it, in DER."""
    found = []
    for match in _PEM.finditer(text):
        try:
            content = binascii.a2b_base64(re.sub(r"\s", "", match[2]), strict_mode=True)
        except binascii.Error:
            raise _ssl.error("PEM lib") from None
        found.append(check(content))
    return found


def check(content):
    """That it is a certificate in its form."""
    try:
        decode(content)
    except (ValueError, IndexError, KeyError, UnicodeDecodeError):
        raise _ssl.error("nested asn1 error", "NESTED_ASN1_ERROR", library="ASN1") from None
    return content


def to_pem(content):
    body = binascii.b2a_base64(content, newline=False).decode()
    lines = [body[at : at + 64] for at in range(0, len(body), 64)]
    return "\n".join(["-----BEGIN CERTIFICATE-----", *lines, "-----END CERTIFICATE-----", ""])


def _element(content, at=0):
    """(tag, content, where the next is)"""
    tag, length = content[at], content[at + 1]
    at += 2
    if length & 0x80:
        size = length & 0x7F
        if not 1 <= size <= 4:
            raise ValueError("length")
        length = int.from_bytes(content[at : at + size])
        at += size
    if at + length > len(content):
        raise ValueError("length")
    return tag, content[at : at + length], at + length


def _elements(content):
    at = 0
    while at < len(content):
        tag, inner, at = _element(content, at)
        yield tag, inner


def split(content):
    """Certificates in DER, one behind the other."""
    at = 0
    while at < len(content):
        *_, end = _element(content, at)
        yield content[at:end]
        at = end


def _oid(content):
    numbers, number = [], 0
    for byte in content:
        number = number << 7 | byte & 0x7F
        if not byte & 0x80:
            numbers.append(number)
            number = 0
    first = min(numbers[0] // 40, 2)
    return ".".join(map(str, [first, numbers[0] - 40 * first, *numbers[1:]]))


def _text(tag, content):
    wide = {0x1E: "utf-16-be", 0x1C: "utf-32-be", 0x0C: "utf-8"}
    return content.decode(wide.get(tag, "latin-1"))


def _name(content):
    parts = []
    for _, together in _elements(content):
        pairs = []
        for _, pair in _elements(together):
            (_, kind), (tag, value) = _elements(pair)
            kind = _oid(kind)
            pairs.append((_NAMES.get(kind, kind), _text(tag, value)))
        parts.append(tuple(pairs))
    return tuple(parts)


def _time(tag, content):
    text = content.decode("ascii")
    if tag == 0x17:
        text = ("20" if text[:2] < "50" else "19") + text
    year, month, day, hours, minutes, seconds = int(text[:4]), *(int(text[at : at + 2]) for at in range(4, 14, 2))
    return f"{_MONTHS[month - 1]} {day:2} {hours:02}:{minutes:02}:{seconds:02} {year} GMT"


def _address(content):
    if len(content) == 4:
        return ".".join(map(str, content))
    if len(content) == 16:
        return ":".join(f"{int.from_bytes(content[at : at + 2]):X}" for at in range(0, 16, 2))
    return "<invalid>"


def _general_names(content):
    names = []
    for tag, value in _elements(content):
        match tag:
            case 0xA0:
                names.append(("othername", "<unsupported>"))
            case 0x81:
                names.append(("email", value.decode("latin-1")))
            case 0x82:
                names.append(("DNS", value.decode("latin-1")))
            case 0xA4:
                names.append(("DirName", _name(_element(value)[1])))
            case 0x86:
                names.append(("URI", value.decode("latin-1")))
            case 0x87:
                names.append(("IP Address", _address(value)))
            case 0x88:
                names.append(("Registered ID", _oid(value)))
    return tuple(names)


def _places(content, method):
    found = []
    for _, description in _elements(content):
        (_, kind), (tag, where) = _elements(description)
        if _oid(kind) == method and tag == 0x86:
            found.append(where.decode("latin-1"))
    return tuple(found)


def _distribution(content):
    found = []
    for _, point in _elements(content):
        for tag, name in _elements(point):
            for inner, names in _elements(name) if tag == 0xA0 else ():
                if inner == 0xA0:
                    found += [where.decode("latin-1") for kind, where in _elements(names) if kind == 0x86]
    return tuple(found)


def _extensions(content):
    found = {}
    for _, extension in _elements(_element(content)[1]):
        (_, kind), *_, (_, value) = _elements(extension)
        found[_oid(kind)] = _element(value)[1]
    return found


def _fields(content):
    """(version, fields from the serial number on, extensions)"""
    _, certificate, _ = _element(content)
    fields = list(_elements(_element(certificate)[1]))
    version = 1
    if fields[0][0] == 0xA0:
        version = 1 + int.from_bytes(_element(fields.pop(0)[1])[1])
    return version, fields, next((_extensions(value) for tag, value in fields[6:] if tag == 0xA3), {})


def is_authority(content):
    """Whether it may sign others."""
    version, fields, extensions = _fields(content)
    if version == 1:
        return fields[2] == fields[4]  # by itself
    if _BASIC_CONSTRAINTS not in extensions:
        # keyCertSign
        return bool(extensions.get(_KEY_USAGE, b"\0\0")[1] & 4)
    return any(tag == 1 and value != b"\0" for tag, value in _elements(extensions.get(_BASIC_CONSTRAINTS, b"")))


def decode(content):
    """As SSLSocket.getpeercert() has it."""
    version, fields, extensions = _fields(content)
    (_, serial), _, (_, issuer), (_, validity), (_, subject), *_ = fields
    before, after = _elements(validity)
    number = int.from_bytes(serial, signed=True)
    digits = f"{abs(number):X}"
    told = {
        "subject": _name(subject),
        "issuer": _name(issuer),
        "version": version,
        "serialNumber": ("-" if number < 0 else "") + "0" * (len(digits) % 2) + digits,
        "notBefore": _time(*before),
        "notAfter": _time(*after),
    }
    more = {
        "subjectAltName": _general_names(extensions.get(_SUBJECT_ALTERNATIVE, b"")),
        "OCSP": _places(extensions.get(_ACCESS, b""), _OCSP),
        "caIssuers": _places(extensions.get(_ACCESS, b""), _ISSUERS),
        "crlDistributionPoints": _distribution(extensions.get(_DISTRIBUTION, b"")),
    }
    return told | {key: value for key, value in more.items() if value}
