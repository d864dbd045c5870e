import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import type { SiteSettings } from '../../core/site/site.schema.ts';
import { SITE_TITLE_MAX } from '../../core/site/site-limits.ts';
import { failureText } from '../lib/notice-text.ts';
import { fieldProblemText } from '../ui/field-problem.ts';
import { LetterCounter } from '../ui/letter-counter.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { EntrySection } from './entry-section.tsx';
import { LogoField } from './logo-field.tsx';
import { OwnDecksSection } from './own-decks-section.tsx';
import { useSavedSiteSettings } from './site-settings.queries.ts';
import { useSiteForm } from './use-site-form.ts';

function SiteForm({ saved }: { saved: SiteSettings }) {
  const { t, i18n } = useLingui();
  const form = useSiteForm(saved.title);
  return (
    <form onSubmit={form.submit} noValidate aria-label={t`Settings of the site`}>
      <Stack>
        <TextInput
          ref={form.titleRef}
          label={t`Title of the site`}
          required
          withAsterisk={false}
          autoComplete="off"
          readOnly={form.saving}
          value={form.title}
          onChange={(event) => form.changeTitle(event.currentTarget.value)}
          error={form.titleProblem && i18n._(fieldProblemText[form.titleProblem])}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<LetterCounter text={form.title.trim()} limit={SITE_TITLE_MAX} />}
        />
        <LogoField
          choice={form.logo}
          current={saved.logo_url}
          onChange={form.chooseLogo}
          onBroken={form.onBrokenLogo}
          error={form.logoProblem}
        />
        <Group>
          <Button type="submit" loading={form.saving}>
            <Trans>Save the settings</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** How the site presents itself, and who may come in. */
export function SiteSection() {
  const { t } = useLingui();
  const { data: saved, error, mutate } = useSavedSiteSettings();
  useFailedRead(error, failureText.fetchSiteSettingsFailed);
  return (
    <Stack component="section" aria-labelledby="site-title">
      <Title id="site-title" order={2} size="h3">
        <Trans>Settings of the site</Trans>
      </Title>
      {!saved && error && <LoadError error={error} onRetry={() => mutate()} />}
      {!saved && !error && (
        <Skeleton height={280} radius="lg" maw={640} role="status" aria-label={t`Loading…`} />
      )}
      {saved && (
        <Paper withBorder radius="lg" p="lg" maw={640}>
          <SiteForm saved={saved} />
        </Paper>
      )}
      <EntrySection />
      {saved && <OwnDecksSection allowed={saved.students_make_decks} />}
    </Stack>
  );
}
