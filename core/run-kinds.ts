import { deckImportRun } from './deck-import/deck-import.run.ts';
import { logRun } from './log/runs/log.run.ts';
import type { RunKind } from './run/run-kind.ts';

/** Every kind of durable run. The workers perform what is in this list, and nothing else. */
export const runKinds: readonly RunKind[] = [deckImportRun, logRun];
