import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ReportReason } from '../../../core/card/reports/card-report.schema.ts';
import { REPORT_NOTE_LETTERS_MAX } from '../../../core/card/reports/card-report-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { reasonText } from '../../card/reports/report-text.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import CardHistoryModal from '../own/card-history.modal.tsx';

const reported = msg`Thank you! Your home page will tell you what became of it.`;
const reportFailed = msg({ message: 'The mistake was not reported: {message}' });

const REASONS = Object.keys(reasonText) as ReportReason[];

/** What a card offers to be wrong. */
const reasonsOf = ({ audio_file, front_picture, back_picture }: StudyCard): ReportReason[] =>
  REASONS.filter(
    (reason) =>
      (reason !== 'sound' || audio_file !== null) &&
      (reason !== 'picture' || (front_picture ?? back_picture)),
  );

function ReportForm({ card, onDone }: { card: StudyCard; onDone: () => void }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const isMissing = reason === 'other' && note.trim() === '';

  const { submit, submitted, sending } = useSubmit({
    check: () => !reason || isMissing,
    run: async () => {
      if (!reason) return;
      await callApi('POST /api/cards/:cardId/report', {
        params: { cardId: card.id },
        body: { reason, note },
      });
      notices.success(i18n._(reported));
      onDone();
    },
    failed: reportFailed,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Radio.Group
          label={t`What is wrong?`}
          value={reason}
          onChange={(value) => setReason(value as ReportReason)}
          error={submitted && !reason && t`Choose what is wrong`}
        >
          <Stack gap={0} mt={4}>
            {reasonsOf(card).map((one) => (
              <Radio
                key={one}
                value={one}
                label={i18n._(reasonText[one])}
                styles={{ body: { minHeight: 44, alignItems: 'center' } }}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t`What should it say?`}
          description={t`At most ${REPORT_NOTE_LETTERS_MAX} letters`}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={REPORT_NOTE_LETTERS_MAX}
          error={submitted && isMissing && t`Say in a few words what is wrong`}
          autosize
          minRows={2}
        />
        <Text size="sm" c="dimmed">
          {t`Whoever made the deck reads it; only a teacher of your class sees your name.`}
        </Text>
        <Group>
          <Button type="submit" loading={sending}>
            {t`Report the mistake`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ReportCardModal({ card, onClose }: { card: StudyCard | null; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog opened={card !== null} onClose={onClose} title={t`Report a mistake`}>
      {card && <ReportForm key={card.id} card={card} onDone={onClose} />}
    </Dialog>
  );
}

export interface OpenedDialog {
  card: StudyCard;
  shows: 'report' | 'history';
}

interface CardDialogsProps {
  /** Null while both are closed. */
  opened: OpenedDialog | null;
  onClose: () => void;
}

/** What the menu of a card opens: one part of the script, which is loaded when it is first asked for. */
export default function CardDialogs({ opened, onClose }: CardDialogsProps) {
  const history = opened?.shows === 'history' ? { id: opened.card.id } : null;
  return (
    <>
      <ReportCardModal card={opened?.shows === 'report' ? opened.card : null} onClose={onClose} />
      <CardHistoryModal card={history} onClose={onClose} />
    </>
  );
}
