# What hashlib has of OpenSSL.
import hashlib

for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256", "blake2b", "blake2s", "sha512_256", "sha512_224", "sha512-256", "ripemd160"):
    for length in (0, 1, 54, 55, 56, 63, 64, 111, 112, 127, 128, 129, 1000):
        made = hashlib.new(name, b"x" * length)
        made.update(b"y")
        copy = made.copy()
        copy.update(b"z")
        print(name, length, made.hexdigest(), copy.hexdigest())
    print(made.digest_size, made.block_size)
for name in ("sha1", "sha256", "sha512", "md5", "sha512_256", "ripemd160"):
    for arguments in ((b"password", b"salt", 1), (b"password", b"salt", 1000, 20), (b"p" * 200, b"", 3, 100)):
        print(hashlib.pbkdf2_hmac(name, *arguments).hex())
print(hashlib.scrypt(b"", salt=b"", n=16, r=1, p=1, dklen=64).hex())
print(hashlib.scrypt(b"password", salt=b"NaCl", n=1024, r=8, p=16, dklen=64).hex())
print(hashlib.scrypt(b"pleaseletmein", salt=b"SodiumChloride", n=16384, r=8, p=1, maxmem=64 << 20).hex())
for call in (
    lambda: hashlib.pbkdf2_hmac("sha256", b"", b"", 0),
    lambda: hashlib.pbkdf2_hmac("sha256", b"", b"", 1, -1),
    lambda: hashlib.pbkdf2_hmac("nothing", b"", b"", 1),
    lambda: hashlib.scrypt(b"", salt=b"", n=3, r=1, p=1),
    lambda: hashlib.scrypt(b"", salt=b"", n=1 << 20, r=8, p=1),
    lambda: hashlib.scrypt(b"", salt=b"", n=2, r=0, p=1),
    lambda: hashlib.new("nothing"),
):
    try:
        print(call())
    except ValueError:
        print("ValueError")
