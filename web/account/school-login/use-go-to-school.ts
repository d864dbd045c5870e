import { useState } from 'react';
import { callApi } from '../../lib/api-client.ts';

/** Leads away to the school's login; `error` is why that was not possible. */
export function useGoToSchool() {
  const [error, setError] = useState<unknown>(null);
  const [going, setGoing] = useState(false);

  const go = async (begin: () => Promise<{ data: { url: string } }>) => {
    setError(null);
    setGoing(true);
    try {
      const { data } = await begin();
      window.location.assign(data.url);
    } catch (cause) {
      setError(cause);
      setGoing(false);
    }
  };
  return {
    toLogIn: (next: string | null) =>
      go(() => callApi('POST /api/login/school/begin', { body: next === null ? {} : { next } })),
    toConfirm: () => go(() => callApi('POST /api/me/school-login/confirm')),
    toConnect: () => go(() => callApi('POST /api/me/school-login/begin')),
    error,
    going,
  };
}
