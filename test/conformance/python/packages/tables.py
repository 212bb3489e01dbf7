import io
import numpy as np
import pandas as pd
pd.set_option("display.width", 120)
table = pd.DataFrame({"k": list("abcab"), "v": [1, 2, 3, 4, np.nan], "d": pd.date_range("2024-01-30", periods=5)})
### reading and writing
text = "a;b;c\n1;x;2024-01-01\n;ÿ;2024-02-03\n3;\"q;r\";\n"
read = pd.read_csv(io.StringIO(text), sep=";", parse_dates=["c"])
print(read, read.dtypes, read.to_csv(index=False), read.to_json(orient="records", date_format="iso"), sep="\n")
print(read.to_string(), read.to_html(), read.to_latex() if False else "", pd.read_csv(io.StringIO("x y\n1 2"), sep=r"\s+", dtype="Int64"))
### grouping and pivots
print(table.groupby("k").agg(n=("v", "size"), total=("v", "sum"), first=("d", "min")))
print(table.pivot_table(index="k", values="v", aggfunc=["mean", "count"]), table.groupby("k")["v"].transform("cumsum").tolist())
print(pd.crosstab(table.k, table.v > 1), table.groupby(pd.Grouper(key="d", freq="ME"))["v"].sum(), table.melt(id_vars="k", value_vars=["v"]).head(2))
### joining
other = pd.DataFrame({"k": ["a", "b", "z"], "w": [10, 20, 30]})
for how in ("inner", "left", "outer"):
    print(table.merge(other, on="k", how=how, indicator=True))
print(pd.concat([table, other]).reset_index(drop=True), pd.merge_asof(table, table[["d", "v"]].iloc[::2], on="d"), table.set_index("k").join(other.set_index("k")))
### times and zones
times = pd.date_range("2024-03-30 22:30", periods=4, freq="90min", tz="Europe/Berlin")
print(times, times.tz_convert("America/New_York"), times.tz_localize(None), pd.Timestamp("2024-02-29T12:34:56.789+05:30"))
print(pd.to_datetime(["1/2/2024", "2024"], format="mixed"), pd.Timedelta("1 days 02:03:04.5"), pd.Period("2024Q1").end_time, pd.bdate_range("2024-03-28", periods=3))
print(table.set_index("d")["v"].resample("2D").sum(), pd.Series([1, 2], index=times[:2]).asfreq("30min").interpolate(), pd.date_range("2024", periods=3, freq="QE"))
### strings, categories and missing values
s = pd.Series(["Äpfel, 3", None, "Birnen, 12"])
print(s.str.extract(r"(\w+), (\d+)"), s.str.len(), s.str.split(", ", expand=True), s.isna().tolist(), s.fillna("-").str.upper().tolist())
c = pd.Categorical(["low", "high", "low"], categories=["low", "high"], ordered=True)
print(c, c.codes, pd.Series(c).value_counts(), pd.cut([1, 5, 9], 3), pd.qcut(range(8), 4, labels=False), pd.get_dummies(pd.Series(["x", "y"])))
print(pd.array([1, None, 3]), pd.array(["a", None]), pd.Series([1, None], dtype="boolean") | True, table.v.interpolate().tolist(), table.dropna().shape)
### windows, sorting and statistics
print(table.v.rolling(2, min_periods=1).agg(["sum", "max"]), table.v.expanding().mean(), table.v.ewm(span=3).mean(), table.sort_values(["k", "v"], ascending=[True, False]))
print(table.describe(), table.v.rank(), table.v.quantile([0.25, 0.5]), table.corr(numeric_only=True), table.nlargest(2, "v"), table.v.skew(), table.v.sem())
### indexes and selections
deep = table.set_index(["k", "d"]).sort_index()
print(deep, deep.loc["a"], deep.unstack(0), deep.xs("b", level="k"), table.loc[table.v.between(2, 3), ["k"]], table.iloc[-2:, 0], table.query("v > 2 and k == 'c'"))
print(table.eval("w = v * 2").w.tolist(), table.assign(x=lambda t: t.v + 1).x.sum(), table.where(table.v > 2).v.tolist(), table.T.shape, table.explode("k").shape)
### errors
for code in ("table['nobody']", "table.loc[99]", "pd.to_datetime('nothing')", "table.merge(table, on='q')", "pd.read_csv(io.StringIO(''))", "pd.to_numeric(['x'])",
             "table.astype({'k': int})", "pd.Series([1]).str", "pd.DataFrame({'a': [1], 'b': [1, 2]})", "pd.Timestamp('2024-03-31 02:30', tz='Europe/Berlin')"):
    try:
        print(eval(code))
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
