import type { MessageDescriptor } from '@lingui/core';

export interface LeaveQuestion {
  title: MessageDescriptor;
  text: MessageDescriptor;
  /** What is lost cannot be brought back. */
  danger?: boolean;
}

/** Something that the user may lose by logging out. */
export interface LeaveGuard {
  isAtRisk(): boolean;
  /** Asked only while something is at risk. */
  question(): LeaveQuestion;
}

const guards = new Set<LeaveGuard>();

/** Makes a logout ask this, from now on. Returns how to stop. */
export function guardLeave(guard: LeaveGuard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** In the order in which they were added. */
export const leaveGuards = (): LeaveGuard[] => [...guards];
