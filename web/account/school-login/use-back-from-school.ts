import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, type ApiErrorCode } from '../../lib/api-client.ts';
import { errorMessages } from '../../lib/error-text.ts';

/** What the school's login leads back with, behind the `#` of the address. */
interface BackFromSchool {
  code: string | null;
  problem: ApiError | null;
}

const isProblem = (code: string): code is ApiErrorCode =>
  code.startsWith('school_') && Object.hasOwn(errorMessages, code);

/** Reads it. A problem is one that has a text of ours: a link that a stranger made shows no words of theirs. */
function backFromSchool(hash: string): BackFromSchool {
  const parts = new URLSearchParams(hash.slice(1));
  const problem = parts.get('problem');
  return {
    code: parts.get('code'),
    problem:
      problem === null
        ? null
        : new ApiError(403, isProblem(problem) ? problem : 'school_login_failed', '', {}),
  };
}

/**
 * What the school's login has led back with. It is taken out of the address at once, and `take` gets a code once, also
 * when React draws twice.
 */
export function useBackFromSchool(take: (code: string) => void): BackFromSchool {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [back] = useState(() => backFromSchool(hash));
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current || (back.code === null && back.problem === null)) return;
    taken.current = true;
    navigate(pathname + search, { replace: true });
    if (back.code !== null) take(back.code);
  }, [back, navigate, pathname, search, take]);
  return back;
}
