import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, Stack, Text } from '@mantine/core';
import { addressOf } from '../../../core/address.ts';
import type { CardHistory } from '../../../core/learning/card-history.schema.ts';
import { dateOnly } from '../../lib/date-text.ts';
import { useRead } from '../../lib/use-read.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import classes from './own-cards.module.css';
import { PastAnswerRow } from './past-answer-row.tsx';

function History({ cardId }: { cardId: number }) {
  const { t, i18n } = useLingui();
  const { data, error, mutate } = useRead(
    addressOf('GET /api/cards/:cardId/history', { params: { cardId } }),
  );
  if (error && !data) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton height={160} radius="md" role="status" aria-label={t`Loading…`} />;
  const { answers, total, imported } = data;
  const shown = answers.length;
  const importedText = ({ answers: count, since }: NonNullable<CardHistory['imported']>): string => {
    const day = dateOnly(i18n.locale, new Date(`${since}T00:00`));
    return t`${plural(count, { one: '# answer', other: '# answers' })} in Anki since ${day} came along with the import.`;
  };
  if (shown === 0 && !imported) return <Empty text={<Trans>You have not answered this card yet.</Trans>} />;
  return (
    <Stack>
      {total > shown && (
        <Text size="sm" c="dimmed" className="tabular">
          {t`The newest ${shown} of ${total} answers`}
        </Text>
      )}
      <ol className={`plain-list ${classes.list}`} aria-label={t`Your answers, the newest first`}>
        {answers.map((answer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps nothing of its own
          <PastAnswerRow key={index} answer={answer} />
        ))}
      </ol>
      {imported && (
        <Text size="sm" c="dimmed">
          {importedText(imported)}
        </Text>
      )}
    </Stack>
  );
}

interface CardHistoryProps {
  /** Null while it is closed. In a session without the front, which may be what is asked. */
  card: { id: number; front?: string } | null;
  onClose: () => void;
}

/** What a student has answered to a card so far. */
export default function CardHistoryModal({ card, onClose }: CardHistoryProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={card !== null} onClose={onClose} title={t`History of the card`}>
      {card && (
        <Stack>
          {card.front && (
            <Text fw={600} className="breakable">
              {card.front}
            </Text>
          )}
          <History key={card.id} cardId={card.id} />
        </Stack>
      )}
    </Dialog>
  );
}
