import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { List, Stack, Text } from '@mantine/core';
import { addressOf } from '../../../core/address.ts';
import type { MixedUpPair } from '../../../core/learning/progress/mixed-up.schema.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { CardText } from '../../marks/card-text.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';

function Pair({ pair: { card, other, times, students } }: { pair: MixedUpPair }) {
  const { t } = useLingui();
  const often = t`${plural(times, { one: '# time', other: '# times' })}`;
  const many = t`${plural(students, { one: '# student', other: '# students' })}`;
  return (
    <List.Item>
      {[card, other].map(({ id, front, back }) => (
        <Text key={id} className="breakable">
          <Text span fw={600}>
            <CardText text={front} isLine />
          </Text>
          {' – '}
          <bdi>
            <CardText text={back} isLine />
          </bdi>
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {often} · {many}
      </Text>
    </List.Item>
  );
}

interface MixedUpModalProps {
  classId: number;
  deck: { id: number; title: string };
  opened: boolean;
  onClose: () => void;
}

export default function MixedUpModal({ classId, deck, opened, onClose }: MixedUpModalProps) {
  const { t } = useLingui();
  const params = { classId, deckId: deck.id };
  const read = useRead(
    opened ? addressOf('GET /api/classes/:classId/decks/:deckId/mixed-up', { params }) : null,
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Mixed up: ${deck.title}`}>
      {!read.data && <Unread of={read} title={t`The cards could not be loaded`} height={120} radius="md" />}
      {read.data?.length === 0 && (
        <Empty
          text={t`Nothing is mixed up yet. It shows once students choose wrong answers of four in this deck.`}
        />
      )}
      {read.data && read.data.length > 0 && (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t`When students choose of four, these are taken for each other. They come together more often.`}
          </Text>
          <List type="ordered" spacing="sm">
            {read.data.map((pair) => (
              <Pair key={`${pair.card.id} ${pair.other.id}`} pair={pair} />
            ))}
          </List>
        </Stack>
      )}
    </Dialog>
  );
}
