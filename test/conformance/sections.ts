// A file of scripts: each `### name` begins one. What comes before the first is run before each.

/** Name → script, in order. */
export function sectionsOf(text: string): Map<string, string> {
  const [prologue = '', ...parts] = text.split(/^### /m);
  const sections = new Map<string, string>();
  for (const part of parts) {
    const end = part.indexOf('\n');
    sections.set(part.slice(0, end), prologue + part.slice(end + 1));
  }
  return sections;
}
