import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { failureText, noticeText } from '../lib/call/notice-text.ts';
import { useRead } from '../lib/call/use-read.ts';
import { TitledSection } from '../ui/control/titled-section.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailedRead, useFailure } from '../ui/feedback/use-failure.ts';
import { listAddress } from './calls-by-role.ts';
import classes from './deck-import.module.css';
import { ImportCard } from './import-card.tsx';
import { isFollowed, isMended, isReady } from './import-status.ts';
import { deckUploads } from './upload/deck-uploads.ts';
import { ImportForm } from './upload/import-form.tsx';
import { NO_IMPORT } from './upload/import-rules.ts';
import { UploadCard } from './upload/upload-card.tsx';

interface CurrentImportsProps {
  imports: readonly DeckImport[];
  /** What was uploaded from this page: its end causes a notice though it was never seen running. */
  watched: readonly number[];
  onChange: (changed: DeckImport) => void;
}

function CurrentImports({ imports, watched, onChange }: CurrentImportsProps) {
  const { t } = useLingui();
  if (imports.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t`Current imports`}>
      {imports.map((one) => (
        <li key={one.id}>
          <ImportCard listed={one} isWatched={watched.includes(one.id)} isOpen onChange={onChange} />
        </li>
      ))}
    </ul>
  );
}

interface RecentImportsProps {
  imports: readonly DeckImport[] | undefined;
  /** Others are shown elsewhere: none here is nothing to speak of. */
  hasCurrent: boolean;
  error: unknown;
  onRetry: () => void;
  onChange: (changed: DeckImport) => void;
}

function List({ imports, error, onRetry, onChange }: RecentImportsProps) {
  const { t } = useLingui();
  if (error !== undefined) return <LoadError error={error} onRetry={onRetry} />;
  if (!imports) return <Loading label={t`Loading the imports…`} />;
  if (imports.length === 0)
    return <Empty icon={<IconFileImport size={28} aria-hidden />} text={t`Nothing has been imported yet.`} />;
  return (
    <ul className={classes.list} aria-label={t`Recent imports`}>
      {imports.map((one) => (
        <li key={one.id}>
          <ImportCard
            listed={one}
            isWatched={false}
            isOpen={isReady(one) || isMended(one)}
            onChange={onChange}
          />
        </li>
      ))}
    </ul>
  );
}

function RecentImports(props: RecentImportsProps) {
  const { t } = useLingui();
  if (props.hasCurrent && props.imports?.length === 0) return null;
  return (
    <TitledSection order={2} gap="md" title={t`Recent imports`}>
      <List {...props} />
    </TitledSection>
  );
}

/** Parts the list into what is going on and what was. An import that ends stays where it was seen running. */
function useCurrentImports(all: readonly DeckImport[] | undefined) {
  const [watched, setWatched] = useState<readonly number[]>([]);
  const [seen, setSeen] = useState<readonly number[]>([]);
  const unseen = (all ?? []).filter((one) => isFollowed(one) && !seen.includes(one.id)).map(({ id }) => id);
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  const isCurrent = ({ id }: DeckImport) => seen.includes(id) || unseen.includes(id) || watched.includes(id);
  return {
    current: (all ?? []).filter(isCurrent),
    others: all?.filter((one) => !isCurrent(one)),
    watched,
    watch: (importId: number) => setWatched((before) => [...before, importId]),
  };
}

const checkStarted = msg`The files have arrived and are being checked.`;

export function ImportSection() {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const heading = useRef<HTMLHeadingElement>(null);
  const imports = useImports();
  const upload = deckUploads.useState();
  const { current, others, watched, watch } = useCurrentImports(imports.data);
  const [values, setValues] = useState(NO_IMPORT);
  useFailedRead(imports.error, failureText.fetchImportsFailed);

  const before = useRef(upload.phase);
  const settle = useEffectEvent(() => {
    // One that failed while another page was open is reported by its card alone.
    if (upload.phase === 'failed' && before.current === 'running')
      failed(failureText.deckUploadFailed, upload.error);
    before.current = upload.phase;
    if (upload.phase !== 'done') return;
    notices.success(i18n._(upload.item.checkOnly ? checkStarted : noticeText.importStarted));
    watch(upload.result);
    void imports.mutate();
    deckUploads.dismiss();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the upload is looked at once
  useEffect(() => settle(), [upload.phase]);

  // The button that was pressed is out of use now, and what goes on is to be read up here.
  const isSending = upload.phase === 'running';
  const begin = () => heading.current?.focus();
  // What was typed stays until it is a deck: what is refused is mended and sent once more.
  const change = (changed: DeckImport) => {
    const isOfForm = changed.status === 'completed' && changed.title === values.title.trim();
    if (isOfForm && watched.includes(changed.id)) setValues(NO_IMPORT);
    void imports.replace(changed);
  };

  return (
    <Stack component="section" aria-labelledby="import-heading" gap="lg">
      <Stack gap="xs">
        <Title id="import-heading" order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t`Import decks`}
        </Title>
        <Text c="dimmed">
          {t`From a file with cards, their audio and pictures. A deck appears when all of it is in; if anything is wrong, nothing is changed and everything that was found is listed.`}
        </Text>
      </Stack>
      <UploadCard state={upload} />
      <CurrentImports imports={current} watched={watched} onChange={change} />
      <ImportForm
        values={values}
        onChange={(changed) => setValues((so) => ({ ...so, ...changed }))}
        isBusy={isSending}
        onUpload={(next) => {
          if (deckUploads.start(next)) begin();
        }}
      />
      <RecentImports
        imports={others}
        hasCurrent={current.length > 0}
        error={imports.data ? undefined : imports.error}
        onRetry={() => void imports.mutate()}
        onChange={imports.replace}
      />
    </Stack>
  );
}

function useImports() {
  const imports = useRead(listAddress());
  return {
    ...imports,
    replace: (changed: DeckImport) =>
      imports.mutate((all) => all?.map((one) => (one.id === changed.id ? changed : one))),
  };
}
