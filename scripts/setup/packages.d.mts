export const lists: Record<'kernel' | 'programs' | 'tests', string[]>;
