import type { LiveState } from '../lib/live-line.ts';
import { useLiveLine } from '../lib/use-live-line.ts';

/** Runs `onChange` whenever figures of the class have changed, or may have. */
export const useLiveClass = (classId: number, onChange: () => void): LiveState =>
  useLiveLine(`/api/classes/${classId}/live`, onChange);
