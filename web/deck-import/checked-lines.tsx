import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Switch, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import useSWR from 'swr';
import type { Address } from '../../core/api.ts';
import type { CheckedCard, DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import classes from '../card/card-line.module.css';
import { getTogether } from '../lib/call/gathered-get.ts';
import { Unread } from '../ui/feedback/unread.tsx';
import { NextPages } from '../ui/list/next-pages.tsx';
import { cardsAddress } from './calls-by-role.ts';
import { CheckedLine } from './checked-line.tsx';
import { isRefused } from './import-status.ts';

async function loadCards(url: string) {
  const { data, next } = await getTogether(url as Address<'GET /api/imports/:importId/cards'>);
  return { url, data, next };
}

/** Read when it is opened; what is mended stays in its place, also where only lines that are wrong are shown. */
const ONCE = { keepPreviousData: true, revalidateOnFocus: false, revalidateOnReconnect: false };

/** A page of the cards that a check has read. */
function useCheckedCards(importId: number, after: number | undefined, isWrongOnly: boolean) {
  const url: string = cardsAddress(
    { params: { importId } },
    { ...(after !== undefined && { after }), ...(isWrongOnly && { wrong: '1' as const }) },
  );
  const { data, error, mutate } = useSWR(url, loadCards, ONCE);
  const replace = (card: CheckedCard) =>
    mutate((page) => page && { ...page, data: page.data.map((one) => (one.row === card.row ? card : one)) }, {
      revalidate: false,
    });
  return { data, error, mutate, replace, isOld: data !== undefined && data.url !== url };
}

interface CheckedLinesProps {
  current: DeckImport;
  onChange: (changed: DeckImport) => void;
}

/**
 * Every line of a checked file as the card that it becomes. Before it comes, it can be looked through, mended and left
 * out.
 */
export default function CheckedLines({ current, onChange }: CheckedLinesProps) {
  const { t } = useLingui();
  const [isWrongOnly, setWrongOnly] = useState(isRefused(current));
  const [starts, setStarts] = useState<number[]>([]);
  const top = useRef<HTMLHeadingElement>(null);
  const page = useCheckedCards(current.id, starts.at(-1), isWrongOnly);
  const { data, isOld } = page;
  return (
    <Stack component="section" gap="sm" aria-label={t`Cards to be added`}>
      <Title order={4} ref={top} tabIndex={-1}>
        <Trans>Cards to be added</Trans>
      </Title>
      <Switch
        label={t`Only lines that are wrong`}
        checked={isWrongOnly}
        onChange={(event) => {
          setWrongOnly(event.currentTarget.checked);
          setStarts([]);
        }}
      />
      {!data || (page.error !== undefined && isOld) ? (
        <Unread of={page} height={320} radius="md" />
      ) : data.data.length === 0 ? (
        <Text c="dimmed" role="status">
          <Trans>No line is wrong.</Trans>
        </Text>
      ) : (
        <ul className={classes.list} aria-label={t`Lines of the list`} aria-busy={isOld}>
          {data.data.map((card) => (
            <CheckedLine
              key={card.row}
              importId={current.id}
              card={card}
              onMended={(mended) => {
                void page.replace(mended);
                onChange({ ...current, has_mends: true, needs_check: true });
              }}
            />
          ))}
        </ul>
      )}
      <NextPages
        starts={starts}
        next={data?.next ?? null}
        isBusy={isOld}
        onTurn={(next) => {
          setStarts(next);
          top.current?.focus();
        }}
      />
    </Stack>
  );
}
