import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Retention } from '../../../core/person/deletion.schema.ts';
import { RULE_DAYS } from '../../../core/person/person-limits.ts';
import type { SiteSettings } from '../../../core/site/site.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { useSavedSiteSettings, useShowSaved } from './site-settings.queries.ts';

const YEARS = [1, 2, 3, 5, 10];
const MONTHS = [1, 3, 6, 12, 24, 60];

/** How long accounts are kept that nobody uses. */
export function RetentionSection() {
  const { t } = useLingui();
  const { data, error } = useSavedSiteSettings();
  // The section above is of the same settings, and says why they are not there.
  if (!data && error) return null;
  return (
    <TitledSection order={2} title={t`How long accounts are kept`}>
      {!data && <LoadingBlock height={280} radius="lg" maw={640} />}
      {data && (
        <Paper withBorder radius="lg" p="lg" maw={640}>
          <RetentionForm saved={data} />
        </Paper>
      )}
    </TitledSection>
  );
}

const numberOf = (value: string): number | null => (value === '' ? null : Number(value));

function RetentionForm({ saved }: { saved: SiteSettings }) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const showSaved = useShowSaved();
  const { delete_unseen_years, delete_disabled_months } = saved;
  const [rules, setRules] = useState<Retention>({ delete_unseen_years, delete_disabled_months });
  const { submit, sending } = useSubmit({
    run: async () => {
      // What a rule would do is seen before it is on.
      const { data } = await callApi('POST /api/admin/retention/preview', { body: rules });
      const found = data.unseen + data.disabled - data.with_work;
      const isSure = await confirm({
        title: t`Save how long accounts are kept?`,
        text:
          found === 0
            ? t`Today this would delete no account.`
            : t`Today this would delete ${plural(found, { one: '# account', other: '# accounts' })}, ${plural(RULE_DAYS, { one: '# day', other: '# days' })} from now. Whoever logs in until then is kept.`,
        confirmLabel: t`Save`,
        danger: found > 0,
      });
      if (!isSure) return;
      const { data: now } = await callApi('POST /api/admin/retention', { body: rules });
      notices.success(t`The times have been saved.`);
      await showSaved({ ...saved, ...now });
    },
    failed: msg({ message: 'How long accounts are kept could not be saved: {message}' }),
  });
  return (
    <form onSubmit={submit} aria-label={t`How long accounts are kept`}>
      <Stack>
        <NativeSelect
          label={t`Accounts that nobody has seen`}
          description={t`Students and teachers. Teachers with classes, and administrators, are never deleted by this.`}
          value={rules.delete_unseen_years ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setRules((before) => ({ ...before, delete_unseen_years: numberOf(value) }))
          }
          data={[
            { value: '', label: t`are kept` },
            ...withSaved(YEARS, saved.delete_unseen_years).map((years) => ({
              value: String(years),
              label: t`are deleted after ${plural(years, { one: '# year', other: '# years' })}`,
            })),
          ]}
        />
        <NativeSelect
          label={t`Disabled accounts`}
          description={t`Of people who have left the school, say.`}
          value={rules.delete_disabled_months ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setRules((before) => ({ ...before, delete_disabled_months: numberOf(value) }))
          }
          data={[
            { value: '', label: t`are kept` },
            ...withSaved(MONTHS, saved.delete_disabled_months).map((months) => ({
              value: String(months),
              label: t`are deleted after ${plural(months, { one: '# month', other: '# months' })}`,
            })),
          ]}
        />
        <Text size="sm" c="dimmed">
          {t`What is set here stands on the page about privacy, which everybody can read.`}
        </Text>
        <Group>
          <Button type="submit" variant="light" loading={sending}>
            {t`See what this would do`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A time that was set by other means is among the choices as well. */
const withSaved = (choices: readonly number[], saved: number | null): number[] =>
  [...new Set([...choices, ...(saved === null ? [] : [saved])])].sort((a, b) => a - b);
