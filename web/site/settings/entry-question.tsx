import { useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Entry } from '../../../core/site/entry-limits.ts';
import type { SiteChanges } from '../../../core/site/site.schema.ts';
import { newEmailProblem } from '../../account/account-rules.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { formOf } from '../../lib/call/form-of.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { StickyBar } from '../../ui/control/sticky-bar.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { ContactField, checkContact, EntryChoice } from './entry-choice.tsx';
import { useEntry, useEntryForm } from './use-entry-form.ts';

/** The contact address: what holds, else the administrator's own, if others can write to it. */
function useContact() {
  const { contact_email: saved } = useSiteSettings();
  const { email } = useSession();
  const own = email !== null && newEmailProblem(email) === undefined ? email : '';
  const [typed, setTyped] = useState<string>();
  const contact = typed ?? saved ?? own;
  const save = async () => {
    const contact_email = contact.trim();
    if (contact_email === (saved ?? '')) return;
    const body = formOf<SiteChanges>({ contact_email }, {});
    await callApi('POST /api/admin/site-settings', { body });
  };
  return { contact, change: setTyped, save };
}

function Question({ saved }: { saved: Entry | null }) {
  const { t } = useLingui();
  const { contact, change, save: saveContact } = useContact();
  const { chosen, choose, problem, isSaving, save } = useEntryForm(saved, saveContact);
  const { submit, submitted } = useSubmit({
    check: () => checkContact(contact) && 'contact',
    run: save,
    failed: () => {},
  });
  return (
    <form onSubmit={submit} noValidate aria-label={t`One question first`}>
      <Stack>
        <EntryChoice value={chosen} onChange={choose} error={problem} />
        <ContactField value={contact} isChecked={submitted} readOnly={isSaving} onChange={change} />
        <StickyBar bg="var(--mantine-color-body)">
          <Button type="submit" loading={isSaving}>
            {t`Go on with this`}
          </Button>
        </StickyBar>
      </Stack>
    </form>
  );
}

/** What each school is asked once, in the place of the overview: a new one with nothing chosen, else with what holds now. */
export function EntryQuestion() {
  const { t } = useLingui();
  const { data, error, mutate } = useEntry();
  return (
    <TitledSection isCard order={2} maw={640} title={t`One question first`}>
      <Text c="dimmed">
        {t`You can change the answer at any time under “Site”. Until you answer, everybody may register.`}
      </Text>
      {!data && <Unread of={{ error, mutate }} height={320} radius="lg" />}
      {data && <Question saved={data.has_people ? data.entry : null} />}
    </TitledSection>
  );
}
