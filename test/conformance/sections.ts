// A file of scripts: each `### name` begins one.

/** Name → script, in order. */
export function sectionsOf(text: string): Map<string, string> {
  const sections = new Map<string, string>();
  for (const part of text.split(/^### /m).slice(1)) {
    const end = part.indexOf('\n');
    sections.set(part.slice(0, end), part.slice(end + 1));
  }
  return sections;
}
