import { useRef, useState } from 'react';
import type { LoginSlip } from '../../core/roster/roster.schema.ts';
import type { RosterProblem, RosterRow } from '../../core/roster/roster-row.ts';
import type { PastedRow } from '../../core/roster/roster-text.ts';
import { ApiError, callApi } from '../lib/call/api-client.ts';
import { patiently } from '../lib/call/patiently.ts';
import { makeUuid } from '../lib/call/uuid.ts';
import {
  bodyOf,
  isGood,
  type ListedRow,
  type ListPart,
  mended,
  nextPart,
  refusedPart,
  withChecks,
  withoutPart,
} from './roster-list.ts';

interface RosterState {
  rows: readonly ListedRow[];
  /** Of the accounts that were made here. */
  slips: readonly LoginSlip[];
  /** How many rows are to become accounts since the last start. */
  aim: number;
  work: 'none' | 'checking' | 'making' | 'stopping';
  error: unknown;
}

const NOTHING: RosterState = { rows: [], slips: [], aim: 0, work: 'none', error: null };

/** The problems of a part that the server refused; undefined for any other error. */
const problemsIn = (error: unknown): (RosterProblem | null)[] | undefined =>
  error instanceof ApiError && error.code === 'roster_refused'
    ? (error.data as (RosterProblem | null)[])
    : undefined;

/**
 * A list on its way to accounts: looked at by the server, mended, then made a part at a time. A part without an answer is
 * sent again under its key, so that nobody is made twice.
 */
export function useRoster(classId: number, onMade: () => void) {
  const [state, setState] = useState(NOTHING);
  const now = useRef(state);
  /** What was sent and not answered. */
  const open = useRef<ListPart | undefined>(undefined);
  const put = (change: Partial<RosterState>) => {
    now.current = { ...now.current, ...change };
    setState(now.current);
  };
  const params = { classId };

  const check = async (rows: readonly PastedRow[]): Promise<boolean> => {
    put({ work: 'checking', error: null });
    try {
      const { data } = await callApi('POST /api/classes/:classId/roster/check', {
        params,
        body: { rows: rows.map(bodyOf) },
      });
      put({ rows: withChecks(rows, data), work: 'none' });
      return true;
    } catch (error) {
      put({ work: 'none', error });
      return false;
    }
  };

  const makeNext = async (): Promise<boolean> => {
    open.current ??= nextPart(now.current.rows, makeUuid);
    const part = open.current;
    if (!part) return false;
    try {
      const body = { key: part.key, rows: part.rows.map(bodyOf) };
      const { data } = await patiently(() => callApi('POST /api/classes/:classId/roster', { params, body }));
      open.current = undefined;
      put({ rows: withoutPart(now.current.rows, part), slips: [...now.current.slips, ...data] });
    } catch (error) {
      const problems = problemsIn(error);
      if (!problems) throw error;
      open.current = undefined;
      put({ rows: refusedPart(now.current.rows, part, problems) });
    }
    return true;
  };

  const make = async () => {
    const { rows, slips } = now.current;
    put({ work: 'making', error: null, aim: slips.length + rows.filter(isGood).length });
    try {
      while (now.current.work === 'making' && (await makeNext()));
      put({ work: 'none' });
    } catch (error) {
      put({ work: 'none', error });
    }
    onMade();
  };

  return {
    ...state,
    /** A part is perhaps made already: the list is not to be changed until that is known. */
    isOpen: open.current !== undefined,
    check,
    checkAgain: () => check(now.current.rows),
    mend: (line: number, change: Partial<RosterRow>) => put({ rows: mended(now.current.rows, line, change) }),
    leaveOut: (line: number) => put({ rows: now.current.rows.filter((row) => row.line !== line) }),
    make,
    stop: () => put({ work: 'stopping' }),
    /** Another list; the slips stay. */
    startOver: () => put({ rows: [], error: null }),
  };
}
