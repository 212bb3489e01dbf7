import numpy as np
np.set_printoptions(precision=6, suppress=True)
### arrays
a = np.arange(24, dtype="i8").reshape(2, 3, 4)
print(a[..., ::-1].transpose(2, 0, 1).strides, a.sum(axis=(0, 2)), a[a % 5 == 0], np.where(a > 20))
print(np.concatenate([a[0], a[1]], axis=1).shape, np.einsum("ijk,ijk->i", a, a), np.broadcast_to(a[0, 0], (2, 4)))
print(repr(np.array([1.5, np.nan, np.inf])), np.array(["a", "bcd"]).dtype, np.array([True, None], dtype=object))
print(np.zeros(2, dtype=[("x", "f4"), ("y", "i2", (2,))]), np.datetime64("2024-02-28") + np.timedelta64(2, "D"))
### integers and their widths
for name in "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split():
    kind = np.dtype(name)
    print(name, kind.itemsize, np.iinfo(kind).max, np.array([200, -1, 70000]).astype(np.int64).astype(kind))
print(np.array([2**40]) * 3, (np.uint64(2**63) // np.uint64(3)), np.int64(-7) // 2, np.bitwise_count(np.array([255, 7])))
### floating point
x = np.array([0.1, 1e10, -2.5])
print(np.sqrt(np.abs(x)), np.float32(1) / 3, np.float16(0.1), np.nextafter(1, 2), np.spacing(1.0), np.rint(x))
print(np.exp(x[::2]), np.log1p(1e-10), np.hypot(3, 4), np.arctan2(1, -1), np.cbrt(27).round(12), np.frexp(10.0), np.signbit(-0.0))
print(np.finfo(float).eps, np.finfo("f4").max, np.float64("1e-310"), np.format_float_positional(0.1 + 0.2), np.complex128(1 + 2j) ** 2)
### linear algebra
a = np.array([[4.0, 1, 2], [1, 3, 0], [2, 0, 5]])
print(np.linalg.solve(a, [1, 2, 3]), np.linalg.det(a), np.linalg.inv(a), np.linalg.eigvalsh(a), np.linalg.matrix_rank(a))
print(np.linalg.svd(a, compute_uv=False), np.linalg.cholesky(a), np.linalg.norm(a), np.linalg.lstsq(a, [1, 2, 3])[0])
print(np.abs(np.linalg.qr(a)[1]).round(6), np.linalg.cond(a).round(9), np.linalg.matrix_power(a, 5), np.kron([1, 2], [1, 3]))
### random numbers
print(np.random.default_rng(42).integers(0, 1000, 8), np.random.default_rng(42).normal(size=4), np.random.default_rng(1).permutation(8))
np.random.seed(0)
print(np.random.rand(3), np.random.randint(0, 10**12, 2, dtype="i8"), np.random.choice(["a", "b", "c"], 5), np.random.poisson(3, 5))
for name in ("MT19937", "PCG64DXSM", "Philox", "SFC64"):
    rng = np.random.Generator(getattr(np.random, name)(7))
    print(name, rng.random(2), rng.gamma(2, size=2), rng.binomial(10, 0.3, 3), rng.shuffle(a := np.arange(5)), a)
### Fourier and polynomials
x = np.cos(np.arange(16))
print(np.fft.rfft(x).round(6), np.allclose(np.fft.ifft(np.fft.fft(x)).real, x), np.fft.fftfreq(4), np.convolve([1, 2], [1, 1]))
print(np.polyfit([0, 1, 2, 3], [1, 3, 7, 13], 2), np.roots([1, -6, 11, -6]), np.polynomial.Chebyshev([1, 2, 3])(0.5), np.interp(1.5, [1, 2], [3, 5]))
### sorting, sets and statistics
x = np.random.default_rng(3).integers(0, 20, 30, dtype=np.intp)
print(np.sort(x), np.argsort(x, kind="stable")[:5], np.unique(x, return_counts=True), np.searchsorted(np.sort(x), [5, 10]))
print(np.percentile(x, [10, 50, 90]), x.std(), np.corrcoef(x, x[::-1])[0, 1], np.histogram(x, 4), np.bincount(x)[:5], np.union1d([1, 2], [2, 3]))
print(np.partition(x, 3)[:4].sum(), np.lexsort((x, x % 3))[:4], np.median(x), np.cov(x).round(9), np.digitize([1, 12], [0, 10, 20]))
### errors and warnings
import warnings
for code in ("np.zeros(2) + np.zeros(3)", "np.zeros(2)[5]", "np.array([1]).reshape(2, 2)", "np.array('x').astype(int)", "np.ones(3, dtype='q1')",
             "np.int8(300)", "np.zeros(-1)", "np.stack([[1], [1, 2]])", "np.array([[1], [1, 2]])"):
    try:
        print(eval(code))
    except Exception as error:
        print(type(error).__name__, error)
### errors of floating point
import itertools, warnings
def told(code, **state):
    with warnings.catch_warnings(record=True) as seen, np.errstate(**state):
        warnings.simplefilter("always")
        try:
            value = eval(code)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return f"{value!r} {[str(each.message) for each in seen]}"
a, z, big, tiny = np.array([1.0, -1, 0]), np.zeros(3), np.full(3, 1e300), np.full(3, 1e-300)
codes = """a / z; a / 0; -a // z; a % z; np.divmod(a, z); np.fmod(a, z); np.reciprocal(z); np.log(a); np.log2(z); np.log10(-a); np.log1p([-1.0, -2])
np.sqrt(a); np.arcsin([2.0]); np.arccosh([0.5]); np.arctanh([1.0]); np.exp([1000.0]); np.expm1([1000.0]); np.sinh([1e5]); np.power(z, -1); np.power(-2.0, [0.5])
big * big; big + 1e308 * np.ones(3) * 1.7; np.square(big); np.sin([np.inf]); np.tan([-np.inf]); np.hypot(1e308, [1.7e308]); np.ldexp([1.0], 5000)
np.array([np.inf]) - np.inf; np.array([np.inf]) * 0; np.array([np.nan]) + 1; np.array([np.inf]) + 1; np.array([1.0]) / np.inf; np.maximum(a, np.nan)
np.float64(1) / 0; np.float64(0) / 0; np.float64(1e300) * 1e300; np.float64(2) ** 5000; np.float32(1) / 0; np.float16(60000) * np.float16(2); np.float64(-1) ** 0.5
np.float64(1) // 0; np.float64(1) % 0; divmod(np.float64(1), 0); np.int32(1) // 0; (np.array([1, 2]) // 0).tolist(); (np.array([1]) % 0).tolist(); np.array([1]) / 0; np.int8(-128) // -1
np.array([1e300, 2]).astype("f4"); np.array([np.nan, 1e20]).astype("i4").tolist(); np.array([1e6]).astype("f2"); np.array([np.inf], "f2").astype("i8").tolist(); np.array([3e9]).astype("u4")
np.array([1 + 1j]) / 0; np.array([0j]) / 0; np.array([1e300 + 0j]) ** 2; np.array([1.0, 0], "f4") / np.float32(0); np.array([1, 0], "f2") / np.float16(0)
np.longdouble(1) / 0; np.array([1.0, 0], "g") / 0; big.sum() * 1e10; np.add.reduce([1e308, 1e308]); np.array([np.inf, -np.inf]).sum(); np.cumsum([1e308, 1e308])
np.multiply.accumulate([1e200, 1e200]); np.mean([]); np.var([1.0], ddof=1); np.divide(a, z, where=a > 0, out=np.ones(3)); np.add([1e308], [1e308], out=a.copy()[:1])
np.spacing(np.inf); np.nan_to_num(np.array([np.nan, np.inf])); np.isnan(a / 1); np.float64(1e-200) * 1e-200; np.linalg.inv(np.zeros((2, 2))); np.linalg.det(np.zeros((2, 2)))
np.linalg.solve([[1, 2], [2, 4]], [1, 2]); np.linalg.cholesky([[1.0, 2], [2, 1]]); np.linalg.inv(np.eye(2)); np.linalg.eigvals([[np.nan, 1], [1, 1]])"""
for code in filter(None, (each.strip() for each in codes.replace("\n", ";").split(";"))):
    print(code, "|", told(code), "|", told(code, all="raise", under="ignore"), "|", told(code, all="ignore"))
for code in "tiny * tiny; np.exp([-1000.0]); tiny / big; np.zeros(3) * tiny; np.float64(1e-200) * 1e-200".split(";"):
    print(code, told(code.strip(), under="warn"))
b = np.array([4.0, -1, 0] * 500)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    b /= 0
    b[:] = 2.0
    b[::3] *= 1e308
    np.log(b - 2, out=b)
    np.add.at(b, [0, 0], 1.0)
print([str(each.message) for each in seen], b[:4])
seen = []
with np.errstate(all="call", call=lambda what, flag: seen.append((what, flag))):
    np.array([1.0]) / 0, np.sqrt(-1.0), np.float64(1e308) * 10
print(seen)
### files
import os, tempfile
with tempfile.TemporaryDirectory() as place:
    os.chdir(place)
    np.save("a.npy", np.arange(5)); np.savez_compressed("b.npz", x=np.eye(2), y=np.array(["ü"])); np.savetxt("c.txt", np.eye(2), fmt="%.2f")
    print(np.load("a.npy"), {name: each.tolist() for name, each in np.load("b.npz").items()}, np.loadtxt("c.txt"), open("c.txt").read())
    print(np.genfromtxt(["1,2", "3,"], delimiter=","), np.fromfile("a.npy", dtype="u1")[:6], np.load("a.npy", mmap_mode="r").sum())
### strings and masks
print(np.strings.upper(np.array(["ä", "b"])), np.char.add(["a"], ["b"]), np.strings.find(np.array(["hello"]), "l"), np.array(["a", "b"], dtype=np.dtypes.StringDType()) * 2)
m = np.ma.masked_where(np.arange(5) > 2, np.arange(5))
print(m, m.mean(), m.filled(-1), np.ma.median(m), np.vectorize(lambda x: x * 2)([1, 2]), np.apply_along_axis(sum, 0, np.eye(3)))
