export const packages = { regex: 'regex' };

export const build = { modules: { 'regex/_regex': { sources: ['src/_regex.c', 'src/_regex_unicode.c'] } } };
