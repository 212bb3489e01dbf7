// It works without its module of C.
export const packages = { 'src/markupsafe': 'markupsafe' };
