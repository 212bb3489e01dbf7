// The backend of this package: kernels in C++, whose processes run on the worker pool of the owning thread.

import type { Backend } from '../kernel/backend.js';
import type { KernelEvents } from '../kernel/kernel.js';
import { checkText } from '../options/checks.js';
import { loadBaseImage } from './base-image.js';
import { EventKind } from './generated/addon.js';
import type { NativeAddon, NativeKernel } from './native.js';
import { locateParts, type PartPaths } from './package-paths.js';
import { unpackedPrograms } from './packed-programs.js';
import { nodePlatform } from './platform.js';
import { attachPool, listen } from './pool.js';
import { openLmdbStore } from './store/lmdb-store.js';

/** Passes the events of a kernel on, until it is destroyed. */
function report(addon: NativeAddon, { id }: NativeKernel, events: KernelEvents): void {
  listen(addon, id, (kind, subject, a, b, c, d) => {
    switch (kind) {
      case EventKind.data:
        events.data(subject);
        break;
      case EventKind.drained:
        events.drained(subject);
        break;
      case EventKind.closed:
        events.closed(subject);
        break;
      case EventKind.rested:
        events.rested(subject);
        break;
      case EventKind.ended:
        events.ended(subject);
        break;
      case EventKind.connecting:
        events.connecting(subject, a);
        break;
      case EventKind.connection:
        events.connection(subject);
        break;
      case EventKind.watched:
        events.watched(subject);
        break;
      case EventKind.asked:
        events.asked(a, subject);
        break;
      case EventKind.exit:
        events.exited(subject, { exitCode: a, signal: b, cpuMs: c, peakMemoryBytes: d });
        break;
      case EventKind.deadline:
        events.expired(subject);
        break;
      case EventKind.destroyed:
        listen(addon, id, undefined);
        events.destroyed();
        break;
    }
  });
}

export const nativeBackend: Backend = {
  name: 'native',
  platform: nodePlatform,
  ownOptions: { nativeBinding: checkText, workerScript: checkText },
  async createKernel(given, options, events) {
    const parts = locateParts(given as PartPaths);
    const addon = attachPool(parts);
    const image = options.empty ? null : loadBaseImage(addon, await unpackedPrograms(parts.wasmDir));
    const kernel = addon.createKernel(options, image);
    report(addon, kernel, events);
    return kernel;
  },
  openStore: async (given, directory, namespace) =>
    openLmdbStore(attachPool(locateParts(given as PartPaths)), directory, namespace),
};
