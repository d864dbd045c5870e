import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { isShownCode } from '../../lib/call/error-text.ts';

/** Leads away to the school's login; `error` is why that was not possible. */
export function useGoToSchool() {
  const [error, setError] = useState<unknown>(null);
  const [going, setGoing] = useState(false);

  const leave = ({ data }: { data: { url: string } }) => window.location.assign(data.url);

  const go = async (begin: () => Promise<{ data: { url: string } }>) => {
    setError(null);
    setGoing(true);
    try {
      leave(await begin());
    } catch (cause) {
      setError(cause);
      setGoing(false);
    }
  };
  return {
    toLogIn: (next: string | null) =>
      go(() => callApi('POST /api/login/school/begin', { body: next === null ? {} : { next } })),
    toConfirm: () => go(() => callApi('POST /api/me/school-login/confirm')),
    /** Throws what is refused: the form that asks for the password shows it. */
    toConnect: async (password: string) =>
      leave(await callApi('POST /api/me/school-login/begin', { body: { password } })),
    error,
    going,
  };
}

/** What the school's login leads back with, behind the `#` of the address. */
interface BackFromSchool {
  code: string | null;
  problem: ApiError | null;
}

/** A problem has a text of ours: a link that a stranger made shows no words of theirs. */
function problemOf(given: string): ApiError {
  const isOurs = given.startsWith('school_') && isShownCode(given);
  return new ApiError(0, isOurs ? given : 'school_login_failed', '');
}

/** What it is called in the address: of a login or a connection, and of a proof who somebody is. */
const NAMES = { entry: ['code', 'problem'], proof: ['proof', 'disproof'] } as const;

function backFromSchool(hash: string, purpose: keyof typeof NAMES): BackFromSchool {
  const parts = new URLSearchParams(hash.slice(1));
  const [code, problem] = NAMES[purpose].map((name) => parts.get(name) ?? null);
  return { code: code ?? null, problem: problem ? problemOf(problem) : null };
}

/**
 * What the school's login has led back with. It is taken out of the address at once, and `take` gets a code once, also
 * when React draws twice.
 */
export function useBackFromSchool(
  take: (code: string) => void,
  purpose: keyof typeof NAMES = 'entry',
): BackFromSchool {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [back] = useState(() => backFromSchool(hash, purpose));
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current || (back.code === null && back.problem === null)) return;
    taken.current = true;
    navigate(pathname + search, { replace: true });
    if (back.code !== null) take(back.code);
  }, [back, navigate, pathname, search, take]);
  return back;
}
