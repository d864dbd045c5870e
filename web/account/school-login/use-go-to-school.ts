import { useState } from 'react';
import { callApi } from '../../lib/call/api-client.ts';

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
