// How measurements are summed up and shown.

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

export function format(ms) {
  if (ms < 1) return `${(ms * 1000).toFixed(0)} µs`;
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(0)} ms`;
}
