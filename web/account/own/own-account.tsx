import type { ReactNode } from 'react';
import type { OwnAccount } from '../../../core/account/own-account.schema.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useOwnAccount } from './own-account.queries.ts';

/** Shows what it makes of the own account, once that has arrived. */
export function WithOwnAccount({ children }: { children: (account: OwnAccount) => ReactNode }) {
  const { data, error, mutate } = useOwnAccount();
  return data ? children(data) : <Unread of={{ error, mutate }} loading={<Loading minHeight={80} />} />;
}
