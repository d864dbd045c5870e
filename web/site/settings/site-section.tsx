import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Switch, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import {
  STUDENT_CARDS_MAX,
  STUDENT_DECKS_MAX,
  STUDENT_FILE_BYTES_MAX,
} from '../../../core/access/quota-limits.ts';
import type { SiteSettings } from '../../../core/site/site.schema.ts';
import { SITE_TITLE_MAX } from '../../../core/site/site-limits.ts';
import { fieldProblemText } from '../../ui/control/field-problem.ts';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { EntrySection } from './entry-section.tsx';
import { LogoField } from './logo-field.tsx';
import { useChangeOwnDecks, useSavedSiteSettings } from './site-settings.queries.ts';
import { useSiteForm } from './use-site-form.ts';

const changeFailed = msg({ message: 'Whether students make decks was not changed: {message}' });

/** Whether students may make decks of their own. */
function OwnDecksSection({ allowed }: { allowed: boolean }) {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const change = useChangeOwnDecks();
  /** What was just chosen, until the server has answered. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const megabytes = STUDENT_FILE_BYTES_MAX / 1024 ** 2;

  const save = async (wanted: boolean) => {
    setAsked(wanted);
    try {
      await change(wanted);
      notices.success(
        wanted ? t`Students may make decks of their own.` : t`Students make no more decks of their own.`,
      );
    } catch (error) {
      failed(changeFailed, error);
    } finally {
      setAsked(null);
    }
  };
  return (
    <Paper component="section" aria-labelledby="own-decks-title" withBorder radius="lg" p="lg" maw={640}>
      <Stack>
        <Title id="own-decks-title" order={3} size="h4">
          <Trans>Students’ own decks</Trans>
        </Title>
        <Switch
          label={t`Students may make their own decks`}
          description={t`Up to ${STUDENT_DECKS_MAX} decks of ${STUDENT_CARDS_MAX} cards, with ${megabytes} MB of pictures and audio. Each student alone sees theirs: no teacher does, and neither do you. If you end it, the decks there are can still be learnt, saved and deleted.`}
          checked={asked ?? allowed}
          // Not `disabled`: the switch that was just pressed would lose the focus.
          aria-disabled={asked !== null || undefined}
          onChange={(event) => {
            if (asked === null) void save(event.currentTarget.checked);
          }}
        />
      </Stack>
    </Paper>
  );
}

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
  const { data: saved, error, mutate } = useSavedSiteSettings();
  useFailedRead(error, msg({ message: "The site's settings could not be loaded: {message}" }));
  return (
    <Stack component="section" aria-labelledby="site-title">
      <Title id="site-title" order={2} size="h3">
        <Trans>Settings of the site</Trans>
      </Title>
      {!saved && <Unread of={{ error, mutate }} height={280} radius="lg" maw={640} />}
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
