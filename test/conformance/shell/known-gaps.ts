// Where the sandbox's shell is known to differ from /bin/bash. An entry must differ: the tests fail when one starts to pass.

export const knownShellGaps: readonly { file: string; name: string; reason: string }[] = [];
