import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClassDeck } from '../../core/classroom/classroom.schema.ts';
import type { ClassWay } from '../../core/deck/deck.schema.ts';
import { WAYS } from '../../core/deck/deck-limits.ts';
import { wayTexts } from '../deck/way-texts.ts';
import { callApi } from '../lib/call/api-client.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailure } from '../ui/feedback/use-failure.ts';

const FREE = 'free';
const keyOf = (given: ClassWay | undefined): string =>
  given ? `${given.is_required ? 'required' : 'suggested'}-${given.way}` : FREE;

function classWayOf(value: string): ClassWay | null {
  const way = WAYS.find((one) => value.endsWith(`-${one}`));
  return way ? { way, is_required: value.startsWith('required') } : null;
}

interface ClassWaySelectProps {
  classId: number;
  deck: ClassDeck;
  isArchived: boolean;
  onChange: () => Promise<unknown>;
}

export default function ClassWaySelect({ classId, deck, isArchived, onChange }: ClassWaySelectProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  /** Shown until the class is read again. */
  const [chosen, setChosen] = useState<string | null>(null);
  const textOf = (value: string): string => {
    const given = classWayOf(value);
    if (!given) return t`As each student likes`;
    const way = i18n._(wayTexts[given.way]);
    return given.is_required ? t`Required: ${way}` : t`Suggested: ${way}`;
  };
  const optionsOf = (is_required: boolean) =>
    WAYS.map((way) => keyOf({ way, is_required })).map((value) => ({ value, label: textOf(value) }));

  if (isArchived)
    return (
      <Text size="sm" mt={4}>
        {textOf(keyOf(deck.class_way))}
      </Text>
    );

  const set = async (value: string) => {
    setChosen(value);
    try {
      await callApi('PATCH /api/classes/:classId/decks/:deckId', {
        params: { classId, deckId: deck.id },
        body: { class_way: classWayOf(value) },
      });
      notices.success(t`The way to practise “${deck.title}” has been set.`);
    } catch (error) {
      failed(msg({ message: 'The way to practise could not be set: {message}' }), error);
    }
    await onChange();
    setChosen(null);
  };

  return (
    <NativeSelect
      mt="xs"
      size="md"
      label={t`How the class practises it`}
      aria-label={t`How the class practises it: ${deck.title}`}
      value={chosen ?? keyOf(deck.class_way)}
      disabled={chosen !== null}
      onChange={(event) => void set(event.currentTarget.value)}
      data={[{ value: FREE, label: textOf(FREE) }, ...optionsOf(false), ...optionsOf(true)]}
    />
  );
}
