import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
x = np.linspace(0, 6, 200)
### lines with a legend and text
figure, axes = plt.subplots(figsize=(6, 4))
axes.plot(x, np.sin(x), label=r"$\sin x$")
axes.plot(x, np.cos(x) ** 2, "--", label=r"$\cos^2 x$")
axes.set_title("Größe und Łódź")
axes.set_xlabel("x [m]")
axes.grid(True)
axes.legend()
figure.savefig("picture.png")
### bars, histograms and pies
figure, (a, b, c) = plt.subplots(1, 3, figsize=(9, 3))
a.bar(["a", "b", "c"], [3, 5, 2], color=["tab:red", "tab:green", "tab:blue"])
b.hist(np.random.default_rng(1).normal(size=1000), bins=30)
c.pie([1, 2, 3], labels=["x", "y", "z"], autopct="%1.0f%%")
figure.savefig("picture.png")
### filled contours, images and colour bars
figure, (a, b) = plt.subplots(1, 2, figsize=(8, 3))
z = np.sin(x)[:, None] * np.cos(x)
a.contourf(x, x, z, levels=9)
a.contour(x, x, z, levels=[0], colors="black")
figure.colorbar(b.imshow(z, cmap="magma", origin="lower"), ax=b)
figure.savefig("picture.png")
### scattered points in three dimensions and triangles
rng = np.random.default_rng(2)
figure = plt.figure(figsize=(8, 4))
axes = figure.add_subplot(1, 2, 1, projection="3d")
axes.scatter(*rng.random((3, 60)), c=rng.random(60))
axes = figure.add_subplot(1, 2, 2)
axes.tripcolor(rng.random(40), rng.random(40), rng.random(40))
figure.savefig("picture.png")
### dates and logarithms
import datetime
days = [datetime.date(2024, 1, 1) + datetime.timedelta(days=i) for i in range(90)]
figure, (a, b) = plt.subplots(2, 1, figsize=(6, 5), layout="constrained")
a.plot(days, np.arange(90) ** 1.5)
a.fill_between(days, np.arange(90), alpha=0.3)
figure.autofmt_xdate()
b.loglog(np.arange(1, 1000), np.arange(1, 1000) ** 2.0)
b.annotate("here", (10, 100), (100, 10), arrowprops={"arrowstyle": "->"})
figure.savefig("picture.png")
