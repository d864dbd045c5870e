import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconTrash, IconTrashX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { TrashedCard } from '../../core/trash/trash.schema.ts';
import { broughtBackText } from '../deck/bring-back.ts';
import { dateAndTime, dateOnly } from '../lib/text/date-text.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { Unread } from '../ui/feedback/load-error.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useConfirmed } from '../ui/feedback/use-confirmed.ts';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { Pages, usePages } from '../ui/list/pagination.tsx';

export const causeText: Record<TrashedCard['cause'], ReturnType<typeof msg>> = {
  deleted: msg`Deleted`,
  moved: msg`Moved to another deck`,
  import: msg`Left out of an import`,
  undone: msg`Taken back`,
};

const PAGE_SIZE = 20;

interface Thrown {
  id: number;
  deleted_at: string;
  deleted_by: string | null;
  kept_until: string;
  /** Absent: as everything in the list. */
  can_bring_back?: boolean;
}

interface TrashListProps<Item extends Thrown> {
  label: string;
  read: { data: Item[] | undefined; error: unknown; mutate: () => unknown };
  nameOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
  empty: ReactNode;
  bringBack: (item: Item) => Promise<void>;
  back: (typeof broughtBackText)['deck'];
  bringBackAll?: () => Promise<void>;
  deleteForGood?: (item: Item) => Promise<void>;
  emptyTrash: () => Promise<void>;
}

/** What was deleted, twenty a page, to be brought back or to be deleted for good. */
export function TrashList<Item extends Thrown>(props: TrashListProps<Item>) {
  const { label, nameOf, children, empty, back, bringBackAll, deleteForGood, emptyTrash } = props;
  const { data, error, mutate } = props.read;
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const { items, ...pages } = usePages(data ?? [], PAGE_SIZE);
  const [busy, setBusy] = useState<number | 'all'>();
  const list = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: the keyboard would otherwise start again at the top of the page.
  const focusList = () => list.current?.focus({ preventScroll: true });
  const [restore] = useAttempt(
    broughtBackText.failed,
    async (what: number | 'all', work: () => Promise<void>) => {
      setBusy(what);
      await work();
      notices.success(i18n._(back));
      focusList();
    },
    () => setBusy(undefined),
  );
  const { ask: askToEmpty, isRunning: isEmptying } = useConfirmed<Item | undefined>({
    question: (item) => ({
      title: item ? t`Delete “${nameOf(item)}” for good?` : t`Empty the trash?`,
      text: t`Nobody can bring it back afterwards.`,
      confirmLabel: item ? t`Delete for good` : t`Empty the trash`,
      danger: true,
    }),
    run: (item) => (item && deleteForGood ? deleteForGood(item) : emptyTrash()),
    done: msg`Deleted for good.`,
    failed: msg({ message: 'Nothing was deleted: {message}' }),
  });
  if (!data) return <Unread of={{ error, mutate }} rows={2} height={96} radius="md" />;
  if (data.length === 0) return <Empty icon={<IconTrash size={28} aria-hidden />} text={empty} />;

  const remove = async (item?: Item) => {
    if (await askToEmpty(item)) focusList();
  };
  const isBusy = busy !== undefined || isEmptying;
  const isOwn = ({ can_bring_back = true }: Thrown) => can_bring_back;
  return (
    <Stack>
      <Group gap="sm">
        {bringBackAll && (
          <Button
            variant="default"
            mih={44}
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            loading={busy === 'all'}
            disabled={isBusy && busy !== 'all'}
            onClick={() => void restore('all', bringBackAll)}
          >
            {t`Bring all back`}
          </Button>
        )}
        {data.some(isOwn) && (
          <Button
            variant="light"
            color="red"
            mih={44}
            leftSection={<IconTrashX size={18} aria-hidden />}
            loading={isEmptying}
            disabled={busy !== undefined}
            onClick={() => void remove()}
          >
            {t`Empty the trash`}
          </Button>
        )}
      </Group>
      <Stack component="ul" ref={list} tabIndex={-1} aria-label={label} gap="xs" className="plain-list">
        {items.map((item) => {
          const name = nameOf(item);
          const at = dateAndTime(i18n.locale, new Date(item.deleted_at));
          const until = dateOnly(i18n.locale, new Date(item.kept_until));
          return (
            <Paper component="li" key={item.id} withBorder radius="md" p="sm">
              <Group justify="space-between" gap="sm">
                <Stack gap={2} miw={0} flex="1 1 14rem" className="breakable">
                  {children(item)}
                  <Text size="xs" c="dimmed">
                    {item.deleted_by === null ? at : `${item.deleted_by}, ${at}`}
                    {' · '}
                    {t`kept until ${until}`}
                  </Text>
                </Stack>
                {isOwn(item) && (
                  <Group gap="xs">
                    <Button
                      variant="light"
                      mih={44}
                      loading={busy === item.id}
                      disabled={isBusy && busy !== item.id}
                      aria-label={t`Bring back: ${name}`}
                      onClick={() => void restore(item.id, () => props.bringBack(item))}
                    >
                      {t`Bring back`}
                    </Button>
                    {deleteForGood && (
                      <Button
                        variant="subtle"
                        color="red"
                        mih={44}
                        disabled={isBusy}
                        aria-label={t`Delete for good: ${name}`}
                        onClick={() => void remove(item)}
                      >
                        {t`Delete for good`}
                      </Button>
                    )}
                  </Group>
                )}
              </Group>
            </Paper>
          );
        })}
      </Stack>
      <Pages {...pages} label={t`Pages of the trash`} />
    </Stack>
  );
}
