// What all emitters share: the first line of a generated file and quoting.
export const banner = '// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.';
export const quoted = (text) => JSON.stringify(text);
