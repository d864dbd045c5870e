import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import classes from './deck-import.module.css';
import { ImportCard } from './import-card.tsx';
import { isMended, isReady } from './import-status.ts';

interface CurrentImportsProps {
  imports: readonly DeckImport[];
  /** What was uploaded from this page: its end causes a notice though it was never seen running. */
  watched: readonly number[];
  onChange: (changed: DeckImport) => void;
}

/** The imports that run, or have just ended. */
export function CurrentImports({ imports, watched, onChange }: CurrentImportsProps) {
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
    return (
      <Empty
        icon={<IconFileImport size={28} aria-hidden />}
        text={<Trans>Nothing has been imported yet.</Trans>}
      />
    );
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

/** What was imported before, newest first. */
export function RecentImports(props: RecentImportsProps) {
  if (props.hasCurrent && props.imports?.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby="recent-imports" gap="md">
      <Title id="recent-imports" order={2} size="h3">
        <Trans>Recent imports</Trans>
      </Title>
      <List {...props} />
    </Stack>
  );
}
