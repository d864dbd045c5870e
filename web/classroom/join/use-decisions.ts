import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { JoinRequest } from '../../../core/classroom/classroom.schema.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import type { useJoinRequests } from '../classroom.queries.ts';

interface Decision {
  call: 'POST /api/classes/:classId/approve/:studentId' | 'DELETE /api/classes/:classId/reject/:studentId';
  done: MessageDescriptor;
  failed: MessageDescriptor;
}

const DECISIONS = {
  approve: {
    call: 'POST /api/classes/:classId/approve/:studentId',
    done: msg`The student is now in the class.`,
    failed: msg({ message: 'The student could not be approved: {message}' }),
  },
  reject: {
    call: 'DELETE /api/classes/:classId/reject/:studentId',
    done: msg`The request has been turned down.`,
    failed: msg({ message: 'The request could not be turned down: {message}' }),
  },
} as const satisfies Record<string, Decision>;

export interface Bulk {
  done: number;
  total: number;
}

/** A refusal of this one request; the next may well succeed. */
const isAboutThisOne = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/**
 * Approves or rejects requests, one at a time or all. A request leaves the list only when the server has agreed.
 * `onDecided` is where the class's own numbers are read again.
 */
export function useDecisions(
  classId: number,
  { mutate }: Pick<ReturnType<typeof useJoinRequests>, 'mutate'>,
  onDecided: () => void,
) {
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const decide = async (request: JoinRequest, { call, done, failed: failure }: Decision) => {
    setBusy((ids) => new Set(ids).add(request.id));
    try {
      await callApi(call, { params: { classId, studentId: request.student_id } });
      await mutate((list) => list?.filter(({ id }) => id !== request.id), { revalidate: false });
      notices.success(i18n._(done));
    } catch (error) {
      failed(failure, error);
      throw error;
    } finally {
      setBusy((ids) => new Set([...ids].filter((id) => id !== request.id)));
    }
  };

  /** After a failure the server is asked which requests still wait. */
  const decideOne = (decision: Decision) => async (request: JoinRequest) => {
    await decide(request, decision).catch(() => mutate());
    onDecided();
  };

  /** One after the other, until all are in, the server fails or the teacher goes elsewhere. */
  const approveAll = async (requests: readonly JoinRequest[]) => {
    let hasFailed = false;
    for (const [done, request] of requests.entries()) {
      if (left.current) break;
      setBulk({ done, total: requests.length });
      try {
        await decide(request, DECISIONS.approve);
      } catch (error) {
        hasFailed = true;
        if (!isAboutThisOne(error)) break;
      }
    }
    setBulk(null);
    if (hasFailed) await mutate();
    onDecided();
  };

  return {
    approve: decideOne(DECISIONS.approve),
    reject: decideOne(DECISIONS.reject),
    approveAll,
    isBusy: (request: JoinRequest) => busy.has(request.id),
    bulk,
  };
}
