import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { failureText, noticeText } from '../lib/call/notice-text.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { paths } from '../lib/pages/paths.ts';
import { ButtonLink } from '../ui/control/button-link.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailure } from '../ui/feedback/use-failure.ts';
import { cancelImport, checkImportAgain, confirmImport, isTeachersImport } from './calls-by-role.ts';
import { bringsSchedule, hasRest, isActive, isFollowed, isMended, isReady } from './import-status.ts';

interface ImportActionsProps {
  current: DeckImport;
  onChange: (changed: DeckImport) => void;
}

/** What can be done with an import as it stands. */
export function ImportActions({ current, onChange }: ImportActionsProps) {
  const { t, i18n } = useLingui();
  const { deck: pathOf } = useAuthorPaths();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const [busy, setBusy] = useState<'cancel' | 'check' | 'confirm' | null>(null);
  // A run stops after a moment.
  const [isStopping, setStopping] = useState(false);
  const { id, title, status, has_files, deck_id, started_by } = current;
  // Of a colleague's into an own deck only what came of it is seen.
  const isOwn = useSession().userId === started_by.id || !isTeachersImport();
  const active = isActive(current);
  const isBringing = bringsSchedule(current);

  const cancel = async () => {
    if (isBringing) return stop();
    const sure = await confirm({
      title: active ? t`Stop the import of “${title}”?` : t`Throw away what was uploaded for “${title}”?`,
      text: active
        ? t`Nothing is changed then, and the files have to be uploaded again.`
        : t`The report stays; to import the deck, its files have to be uploaded again.`,
      confirmLabel: active ? t`Stop the import` : t`Throw the files away`,
      danger: true,
    });
    if (!sure) return;
    await stop();
  };

  const stop = async () => {
    setBusy('cancel');
    try {
      const changed = await cancelImport(id);
      setStopping(isFollowed(changed));
      onChange(changed);
      // The end of one that ran causes a notice when it is seen.
      if (!active && !isBringing) notices.info(i18n._(noticeText.importCancelled));
    } catch (error) {
      failed(msg({ message: 'The import could not be stopped: {message}' }), error);
    } finally {
      setBusy(null);
    }
  };

  const start = async () => {
    setBusy('confirm');
    setStopping(false);
    try {
      onChange(await confirmImport(id, hasRest(current)));
      notices.success(i18n._(noticeText.importStarted));
    } catch (error) {
      failed(failureText.deckUploadFailed, error);
    } finally {
      setBusy(null);
    }
  };

  const check = async () => {
    setBusy('check');
    try {
      onChange(await checkImportAgain(id));
    } catch (error) {
      failed(failureText.deckUploadFailed, error);
    } finally {
      setBusy(null);
    }
  };

  const isChecked = status === 'checked' && has_files;
  const hasDeck = status === 'completed' && deck_id !== null;
  const isStoppable = active || isBringing || isChecked;
  if (!(isOwn && isStoppable) && !hasDeck) return null;
  return (
    <Group gap="sm">
      {isMended(current) && (
        <Button size="sm" variant="light" loading={busy === 'check'} onClick={() => void check()}>
          <Trans>Check again</Trans>
        </Button>
      )}
      {isReady(current) && (
        <Button size="sm" variant="light" loading={busy === 'confirm'} onClick={() => void start()}>
          <Trans>Import now</Trans>
        </Button>
      )}
      {hasRest(current) && (
        <Button size="sm" variant="light" loading={busy === 'confirm'} onClick={() => void start()}>
          <Trans>Import the rest</Trans>
        </Button>
      )}
      {isOwn && isStoppable && (
        <Button
          size={active || isBringing ? 'xs' : 'sm'}
          variant="default"
          loading={busy === 'cancel' || ((active || isBringing) && isStopping)}
          onClick={() => void cancel()}
        >
          {isBringing ? (
            <Trans>Stop bringing the schedule along</Trans>
          ) : active ? (
            <Trans>Stop the import</Trans>
          ) : (
            <Trans>Throw the files away</Trans>
          )}
        </Button>
      )}
      {hasDeck && (
        <ButtonLink
          to={isTeachersImport() ? pathOf(deck_id) : paths.adminCards(deck_id)}
          size="sm"
          variant="light"
        >
          <Trans>See the cards</Trans>
        </ButtonLink>
      )}
    </Group>
  );
}
