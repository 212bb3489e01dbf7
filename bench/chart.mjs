// A chart of how many times as much each peer takes: a bar for each figure, on a logarithmic axis.

const colours = ['#d97706', '#2563eb', '#059669'];
const left = 330;
const right = 740;
const barHeight = 9;

const asXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** `rows`: { title, figures: { side: number or what kept it from one } }. SVG, every figure divided by that of `own`. */
export function chart(rows, own) {
  const peers = Object.keys(rows[0].figures).filter((name) => name !== own);
  const ratios = rows.map(({ title, figures }) => ({
    title,
    ratios: peers.map((name) => (typeof figures[name] === 'string' ? figures[name] : figures[name] / figures[own])),
  }));
  const numbers = ratios.flatMap((row) => row.ratios).filter((ratio) => Number.isFinite(ratio) && ratio > 0);
  const decades = [Math.min(0, ...numbers.map(Math.log10)), Math.max(1, ...numbers.map(Math.log10))];
  const [from, to] = [Math.floor(decades[0]), Math.ceil(decades[1])];
  const x = (ratio) => left + ((Math.log10(ratio) - from) / (to - from)) * (right - left);
  const rowHeight = peers.length * (barHeight + 1) + 8;
  const bottom = 40 + rows.length * rowHeight;
  const parts = [];
  const text = (at, y, anchor, content) =>
    parts.push(`<text x="${at.toFixed(1)}" y="${y}" text-anchor="${anchor}">${asXml(content)}</text>`);

  peers.forEach((name, i) => {
    parts.push(`<rect x="${left + i * 110}" y="6" width="10" height="10" fill="${colours[i]}"/>`);
    text(left + 15 + i * 110, 15, 'start', name);
  });
  for (let decade = from; decade <= to; decade++) {
    const at = x(10 ** decade).toFixed(1);
    const stroke = decade === 0 ? '#111' : '#ccc';
    parts.push(`<line x1="${at}" y1="34" x2="${at}" y2="${bottom}" stroke="${stroke}"/>`);
    text(x(10 ** decade), 30, 'middle', decade === 0 ? own : `× ${10 ** decade}`);
  }
  ratios.forEach((row, i) => {
    const top = 40 + i * rowHeight;
    text(left - 8, top + rowHeight / 2, 'end', row.title);
    for (const [peer, ratio] of row.ratios.entries()) {
      const y = top + peer * (barHeight + 1);
      const isNumber = Number.isFinite(ratio) && ratio > 0;
      const [begin, end] = isNumber ? [x(1), x(ratio)].sort((a, b) => a - b) : [x(1), x(1)];
      const place = `x="${begin.toFixed(1)}" y="${y}" width="${(end - begin).toFixed(1)}" height="${barHeight}"`;
      parts.push(`<rect ${place} fill="${colours[peer]}"/>`);
      text(
        end + 4,
        y + barHeight - 1,
        'start',
        isNumber ? String(Number(ratio.toPrecision(2))) : `${ratio}`.split(':')[0],
      );
    }
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 ${bottom + 8}" font-family="sans-serif" font-size="10">
<title>What peers take, divided by what ${own} takes</title>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}
