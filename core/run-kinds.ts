import { deckImportRun } from './deck-import/deck-import.run.ts';
import { scheduleImportRun } from './learning/schedule-import/schedule-import.run.ts';
import { defineLogRun } from './log/runs/log.run.ts';
import { ownDataRun } from './own-data/own-data.run.ts';
import { projections } from './projections.ts';
import type { RunKind } from './run/run-kind.ts';

export const logRun = defineLogRun(projections);

/** Every kind of durable run. The workers perform what is in this list, and nothing else. */
export const runKinds: readonly RunKind[] = [deckImportRun, scheduleImportRun, logRun, ownDataRun];
