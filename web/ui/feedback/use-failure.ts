import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { errorText } from '../../lib/call/error-text.ts';
import { useNotices } from './notices.tsx';

/** Shows a text that ends with the reason (`{message}`); by default that is what `errorText` says of the error. */
export function useFailure(): (text: MessageDescriptor, error: unknown, reason?: string) => void {
  const notices = useNotices();
  const { i18n } = useLingui();
  return (text, error, reason = errorText(i18n, error)) =>
    notices.error(i18n._({ ...text, values: { message: reason } }));
}
