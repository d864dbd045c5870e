import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { onBatchFailed } from '../lib/gathered-get.ts';
import { noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';

/** Tells that a screen's reads could not be made by one call and are made one by one. */
export function BatchNews() {
  const { i18n } = useLingui();
  const notices = useNotices();
  const tell = useEffectEvent(() => notices.error(i18n._(noticeText.fetchDataFailed)));
  useEffect(() => onBatchFailed(() => tell()), []);
  return null;
}
