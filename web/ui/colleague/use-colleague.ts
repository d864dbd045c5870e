import { useState } from 'react';
import type { Colleague } from '../../../core/colleague/colleague.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';

/** The teacher that a form means: typed, then found, so that it is seen who that is before anything is given. */
export function useColleague() {
  const [login, setLogin] = useState('');
  const [found, setFound] = useState<Colleague | null>(null);
  return {
    login,
    found,
    type(text: string): void {
      setLogin(text);
      setFound(null);
    },
    async find(): Promise<void> {
      const { data } = await callApi('POST /api/colleagues/find', { body: { login: login.trim() } });
      setFound(data);
    },
  };
}
