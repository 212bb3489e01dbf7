// The counters of a sandbox, and their text for Prometheus.

import { limitNames, UsageField, waitCauses } from '../abi/generated/kernel-fields.js';
import type { LimitName } from '../api/limit-table.js';
import type { Metrics, Waits } from '../api/types.js';
import type { Kernel } from '../kernel/kernel.js';

/** `runs` has the counters that the kernel does not keep. */
export function readMetrics(id: string, kernel: Kernel, runs: Pick<Metrics, 'runs' | 'timeouts'>): Metrics {
  const usage = new Float64Array(UsageField.count);
  kernel.usage(usage);
  const field = (index: number): number => usage[index] ?? 0;
  const counters = {
    memoryBytes: field(UsageField.memoryBytes),
    peakMemoryBytes: field(UsageField.peakMemoryBytes),
    fileBytes: field(UsageField.fileBytes),
    files: field(UsageField.inodes),
    snapshots: field(UsageField.snapshots),
    snapshotBytes: field(UsageField.snapshotBytes),
    snapshotFiles: field(UsageField.snapshotInodes),
    processes: field(UsageField.processes),
    processesStarted: field(UsageField.processesStarted),
    descriptors: field(UsageField.descriptors),
    pipeBytes: field(UsageField.pipeBytes),
    locks: field(UsageField.locks),
    sockets: field(UsageField.sockets),
    cpuMs: field(UsageField.cpuMs),
    sessionsAtRest: field(UsageField.atRest),
    imageBytes: field(UsageField.imageBytes),
    threads: field(UsageField.workers),
    running: field(UsageField.running),
    waiting: field(UsageField.waiting),
    hostMemoryBytes: field(UsageField.hostMemoryBytes),
    ...runs,
  };
  const counts = waitCauses.map((cause: keyof Waits, i) => [cause, field(UsageField.waits + i)]);
  const waits = Object.fromEntries(counts) as Waits;
  const hits = limitNames.map((name, i) => [name, field(UsageField.refusals + i)]);
  const limitsHit = Object.fromEntries(hits) as Record<LimitName, number>;
  return { ...counters, waits, limitsHit, prometheus: () => prometheusText(id, counters, waits, limitsHit) };
}

const counterNames = new Set(['processesStarted', 'cpuMs', 'runs', 'timeouts']);

function prometheusText(
  id: string,
  counters: Record<string, number>,
  waits: Waits,
  limitsHit: Record<LimitName, number>,
): string {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(counters)) {
    const isCounter = counterNames.has(key);
    const name = `wasmsand_${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}${isCounter ? '_total' : ''}`;
    lines.push(`# TYPE ${name} ${isCounter ? 'counter' : 'gauge'}`, `${name}{sandbox="${id}"} ${value}`);
  }
  lines.push('# TYPE wasmsand_waits gauge');
  for (const [cause, count] of Object.entries(waits))
    lines.push(`wasmsand_waits{sandbox="${id}",cause="${cause}"} ${count}`);
  lines.push('# TYPE wasmsand_limits_hit_total counter');
  for (const [limit, count] of Object.entries(limitsHit))
    lines.push(`wasmsand_limits_hit_total{sandbox="${id}",limit="${limit}"} ${count}`);
  return `${lines.join('\n')}\n`;
}
