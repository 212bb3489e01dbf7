import yaml, regex
from lxml import etree, html
### YAML
text = "a: &x [1, 2.5, 0x1F, yes, ~, 2024-01-02]\nb: *x\nc: |\n  two\n  lines\nd: {e: 'ü', f: \"\\u00e9\"}\n"
for loader in (yaml.SafeLoader, yaml.CSafeLoader, yaml.CFullLoader):
    print(loader.__name__, yaml.load(text, loader))
print(yaml.dump(yaml.safe_load(text), Dumper=yaml.CSafeDumper, allow_unicode=True), yaml.dump([1, {"a": None}], default_flow_style=True))
print([type(each).__name__ for each in yaml.parse("- a\n- {b: 1}", yaml.CLoader)], list(yaml.load_all("--- 1\n--- 2\n", yaml.CSafeLoader)))
for wrong in ("a: [1", "\tx: 1", "a: b: c", "!!python/object:os.x {}", "%YAML 9\n", "*none"):
    try:
        print(yaml.load(wrong, yaml.CSafeLoader))
    except yaml.YAMLError as error:
        print(type(error).__name__, str(error).replace("\n", " / "))
### matching
print(regex.findall(r"\p{Script=Greek}+|\p{N}+", "αβγ 123 abc"), regex.sub(r"(?<y>\d{4})-(\d\d)", r"\2/\g<y>", "2024-05"), regex.split(r"(?V1)(?=b)", "abab"))
print(regex.fullmatch(r"(?:hello){e<=2}", "hxllo").fuzzy_counts, regex.search(r"(?r)\d+", "1 22 333").group(), regex.findall(r"(\w)(?:\1)", "aabbcd", overlapped=True))
print(regex.match(r"\((?:[^()]|(?R))*\)", "(a(b)c)d").group(), regex.findall(r"\X", "e\u0301a"), regex.search(r"\L<words>", "one two", words=["two"]).span(), regex.escape("a.b"))
try:
    regex.compile("(a")
except regex.error as error:
    print(error)
### trees of XML
tree = etree.fromstring("<r xmlns:n='urn:n'><n:a i='1'>x<b/>tail</n:a><!-- c --><?pi d?></r>")
print(etree.tostring(tree), tree.xpath("//n:a/@i", namespaces={"n": "urn:n"}), [each.tag for each in tree.iter("*")], tree.find("{urn:n}a").text, tree[0][0].tail)
print(etree.tostring(etree.fromstring("<a><b>1</b></a>"), pretty_print=True, encoding="unicode"), etree.fromstring("<a>&lt;é</a>".encode()).text)
for wrong in ("<a>", "<a b=1/>", "<a>&x;</a>", "", "<a/><b/>"):
    try:
        etree.fromstring(wrong)
    except etree.XMLSyntaxError as error:
        print(type(error).__name__, error.position if False else error.code)
### pages of HTML
page = html.fromstring("<html><body><p class=x>One<br>two</p><a href='/q?a=1&b=2'>l&eacute;</a><table><tr><td>1<td>2</table>")
page.make_links_absolute("http://h.test/")
print(page.xpath("//td/text()"), page.xpath("string(//p)"), [each[2] for each in page.iterlinks()], html.tostring(page.find(".//p")), page.text_content())
### schemas and styles
schema = etree.XMLSchema(etree.XML("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='a' type='xs:int'/></xs:schema>"))
print(schema.validate(etree.XML("<a>1</a>")), schema.validate(etree.XML("<a>x</a>")), schema.error_log.last_error.type_name)
style = etree.XSLT(etree.XML("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template match='/'><o><xsl:for-each select='//i'><xsl:sort data-type='number'/><v><xsl:value-of select='.*2'/></v></xsl:for-each></o></xsl:template></xsl:stylesheet>"))
print(str(style(etree.XML("<l><i>10</i><i>9</i></l>"))), etree.RelaxNG(etree.XML("<element name='a' xmlns='http://relaxng.org/ns/structure/1.0'><text/></element>")).validate(etree.XML("<a>x</a>")))
