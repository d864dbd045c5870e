import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCheck, IconMessageReport, IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type {
  CardReport,
  ReportAnswer,
  ReportedCard,
} from '../../../core/card/reports/card-report.schema.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import type { UpdateCard } from '../../deck/card.changes.ts';
import { dateOnly } from '../../lib/text/date-text.ts';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { CardTexts } from '../card-row.tsx';
import { EditCardForm } from '../edit-card-form.tsx';
import { useAnswerReports, useReportedCards } from './card-report.queries.ts';
import classes from './card-reports.module.css';
import { reasonText } from './report-text.ts';

function Report({ report: { reason, note, name, reported_at } }: { report: CardReport }) {
  const { t, i18n } = useLingui();
  const day = dateOnly(i18n.locale, new Date(reported_at));
  return (
    <li>
      <Text size="sm" className="breakable">
        <b>{i18n._(reasonText[reason])}</b>
        {note && `: ${note}`}
      </Text>
      <Text size="xs" c="dimmed">
        {name ?? t`A learner`}, {day}
      </Text>
    </li>
  );
}

interface ReportedProps {
  reported: ReportedCard;
  updateCard: UpdateCard;
  /** True when it is done. */
  onAnswer: (answer: ReportAnswer) => Promise<void>;
}

function Reported({ reported: { card, reports }, updateCard, onAnswer }: ReportedProps) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  const [sending, setSending] = useState<ReportAnswer | null>(null);
  const answer = async (said: ReportAnswer) => {
    setSending(said);
    await onAnswer(said);
    setSending(null);
  };
  return (
    <Paper component="li" withBorder radius="md" p="md">
      <Stack gap="sm">
        {editing ? (
          <EditCardForm card={card} updateCard={updateCard} onDone={() => setEditing(false)} />
        ) : (
          <CardTexts card={card} />
        )}
        <ul className={classes.reports} aria-label={t`Reported of “${plainText(card.front)}”`}>
          {reports.map((report) => (
            <Report key={`${report.reported_at} ${report.name}`} report={report} />
          ))}
        </ul>
        <Group gap="xs">
          {!editing && (
            <Button
              variant="default"
              h={44}
              leftSection={<IconPencil size={18} aria-hidden />}
              aria-label={t`Edit the reported card: ${plainText(card.front)}`}
              onClick={() => setEditing(true)}
            >
              {t`Edit`}
            </Button>
          )}
          <Button
            variant="light"
            h={44}
            leftSection={<IconCheck size={18} aria-hidden />}
            aria-label={t`Mended: ${plainText(card.front)}`}
            loading={sending === 'mended'}
            disabled={sending !== null}
            onClick={() => void answer('mended')}
          >
            {t`Mended`}
          </Button>
          <Button
            variant="subtle"
            h={44}
            aria-label={t`Nothing is wrong: ${plainText(card.front)}`}
            loading={sending === 'nothing_wrong'}
            disabled={sending !== null}
            onClick={() => void answer('nothing_wrong')}
          >
            {t`Nothing is wrong`}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

export function CardReports({ deckId, updateCard }: { deckId: number; updateCard: UpdateCard }) {
  const { t, i18n } = useLingui();
  const { data, error, mutate } = useReportedCards(deckId);
  const notices = useNotices();
  const failed = useFailure();
  const answerReports = useAnswerReports();
  const place = useRef<HTMLDivElement>(null);
  if (!data) return <Unread of={{ error, mutate }} loading={null} />;
  const answer = async (reported: ReportedCard, said: ReportAnswer) => {
    try {
      await answerReports(reported, said);
      notices.success(i18n._(msg`Answered: the learners read it on their next visit`));
      // The button that was pressed is gone: the keyboard would otherwise start again at the top of the page.
      place.current?.focus({ preventScroll: true });
    } catch (cause) {
      failed(msg({ message: 'The reports were not answered: {message}' }), cause);
    }
  };
  const { cards, total } = data;
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {total > 0 && (
        <Paper component="section" withBorder radius="md" p="md" aria-label={t`Reported by learners`}>
          <Stack gap="sm">
            <Group gap="xs" wrap="nowrap">
              <IconMessageReport size={22} aria-hidden />
              <Text fw={600}>
                {t`${plural(total, { one: 'Learners report # card', other: 'Learners report # cards' })}`}
              </Text>
            </Group>
            <ul className={classes.cards}>
              {cards.map((reported) => (
                <Reported
                  key={reported.card.id}
                  reported={reported}
                  updateCard={updateCard}
                  onAnswer={(said) => answer(reported, said)}
                />
              ))}
            </ul>
            {total > cards.length && (
              <Text size="sm" c="dimmed">
                {t`The others follow as these are answered.`}
              </Text>
            )}
          </Stack>
        </Paper>
      )}
    </div>
  );
}
