// All recipes, by name.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const directory = join(dirname(fileURLToPath(import.meta.url)), 'recipes');
const files = readdirSync(directory).filter((name) => name.endsWith('.mjs'));
const modules = await Promise.all(files.sort().map((name) => import(`./recipes/${name}`)));

export const recipes = new Map(modules.map(({ default: recipe }) => [recipe.name, recipe]));
