// What the emitters share: the first line of a generated file, quoting and naming.
/** @param {string} source */
const madeFrom = (source) => `// Generated from native/abi/${source} by scripts/generate-abi.mjs. Do not edit.`;
export const banner = madeFrom('abi.json');
export const privateBanner = madeFrom('private.json');
export const cxxBanner = `${banner}\n// clang-format off`;
/** @param {string} text */
export const quoted = (text) => JSON.stringify(text);
/** @param {string} name */
export const camel = (name) =>
  name
    .split('_')
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('');
/**
 * `user_time`: userTime.
 * @param {string} name
 */
export const lowerCamel = (name) => name.replace(/_+(\w)/g, (_, letter) => letter.toUpperCase());
/**
 * Quoted as in TypeScript.
 * @param {string} text
 */
export const single = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** @param {number} value */
export const hex = (value) => (value > 9 ? `0x${value.toString(16)}` : String(value));
