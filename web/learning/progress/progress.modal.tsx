import { useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { RefreshIcon } from '../../ui/feedback/refresh-icon.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { useDeckStats } from '../studied-deck.queries.ts';
import { ProgressSummary } from './progress-summary.tsx';

const MIN_HEIGHT_PX = 480;

function DeckProgress({ deck }: { deck: StudyDeck }) {
  const { t } = useLingui();
  const { data, error, mutate, refresh } = useDeckStats(deck.id);
  useFailedRead(error, failureText.fetchProgressFailed);
  if (data && data.total_cards === 0) return <Empty text={t`This deck has no cards yet.`} />;
  if (data)
    return (
      <Stack>
        <ProgressSummary
          stats={data}
          action={<RefreshIcon onRefresh={refresh} failed={failureText.fetchProgressFailed} />}
        />
        <ButtonLink to={paths.ownCards(deck.id)} variant="light" mih={44}>
          {t`All cards of this deck`}
        </ButtonLink>
      </Stack>
    );
  if (error) return <LoadError error={error} onRetry={() => void mutate()} />;
  return <Loading minHeight={MIN_HEIGHT_PX} label={t`Loading your progress…`} />;
}

export interface ProgressModalProps {
  deck: StudyDeck | null;
  onClose: () => void;
}

export default function ProgressModal({ deck, onClose }: ProgressModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={deck !== null} onClose={onClose} title={deck ? t`Progress: ${deck.title}` : ''} size="lg">
      <ErrorBoundary resetKey={deck?.id}>{deck && <DeckProgress deck={deck} />}</ErrorBoundary>
    </Dialog>
  );
}
