import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { guardLeave, type LeaveQuestion } from '../../lib/kept/leave-guards.ts';
import { useBackCloses } from '../../lib/text/use-back-closes.ts';
import { useConfirm } from './confirm.tsx';

/** The place on another page to which a click leads in this tab; undefined when it leads to none. */
function leadsTo(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  return link.pathname === location.pathname ? undefined : link.pathname + link.search + link.hash;
}

/** Asks before the page is left, while something on it is at risk: by a link, the browser's Back or a logout. */
export function useLeaveQuestion(isAtRisk: boolean, question: LeaveQuestion): void {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [isAskingOfBack, setAskingOfBack] = useState(false);
  const ask = () =>
    confirm({
      title: i18n._(question.title),
      text: i18n._(question.text),
      confirmLabel: t`Discard and leave`,
      danger: question.danger ?? false,
    });

  useBackCloses(isAtRisk && !isAskingOfBack, async () => {
    setAskingOfBack(true);
    // The question leaves its own entry of the history first.
    if (await ask()) window.addEventListener('popstate', () => history.back(), { once: true });
    else setAskingOfBack(false);
  });

  const onClick = useEffectEvent(async (event: MouseEvent) => {
    const to = leadsTo(event);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // In the place of the question's own entry of the history.
    if (await ask()) navigate(to, { replace: true });
  });
  const guard = useEffectEvent(() => question);
  useEffect(() => {
    if (!isAtRisk) return;
    const release = guardLeave({ isAtRisk: () => true, question: () => guard() });
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      release();
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [isAtRisk]);
}
