import type { ReactNode } from 'react';
import type { OwnAccount } from '../../core/account/own-account.schema.ts';
import { LoadError } from '../ui/load-error.tsx';
import { Loading } from '../ui/loading.tsx';
import { useOwnAccount } from './own-account.queries.ts';

/** Shows what it makes of the own account, once that has arrived. */
export function WithOwnAccount({ children }: { children: (account: OwnAccount) => ReactNode }) {
  const { data, error, mutate } = useOwnAccount();
  if (data) return children(data);
  return error ? <LoadError error={error} onRetry={() => void mutate()} /> : <Loading minHeight={80} />;
}
