import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, CopyButton, FileInput, Group, Paper, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconPhoto, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import {
  STUDENT_CARDS_MAX,
  STUDENT_DECKS_MAX,
  STUDENT_FILE_BYTES_MAX,
} from '../../../core/access/quota-limits.ts';
import type { FormOf } from '../../../core/api.ts';
import type { EntrySettings, SiteChanges, SiteSettings } from '../../../core/site/site.schema.ts';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS, SITE_TITLE_MAX } from '../../../core/site/site-limits.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';
import { ApiError, type ApiErrorCode, callApi } from '../../lib/call/api-client.ts';
import { errorMessages, errorText } from '../../lib/call/error-text.ts';
import { formOf } from '../../lib/call/form-of.ts';
import inputClasses from '../../ui/control/audio-file-input.module.css';
import { type FieldProblem, fieldProblemText } from '../../ui/control/field-problem.ts';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { useFileUrl } from '../../ui/control/use-file-url.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailedRead, useFailure } from '../../ui/feedback/use-failure.ts';
import { useAttempt, useSubmit } from '../../ui/feedback/use-submit.ts';
import { Logo } from '../../ui/figure/logo.tsx';
import { ContactField, checkContact, EntryChoice } from './entry-choice.tsx';
import { useSavedSiteSettings, useShowSaved } from './site-settings.queries.ts';
import { useEntry, useEntryForm } from './use-entry-form.ts';

/** The code that the administrator gives to the people of the school. */
function SchoolCode({ code, isBusy, onRenew }: { code: string; isBusy: boolean; onRenew: () => void }) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const renew = async () => {
    const isSure = await confirm({
      title: t`A new code for the school?`,
      text: t`The one that your people have is refused from now on. Who has an account keeps it.`,
      confirmLabel: t`Make a new code`,
    });
    if (isSure) onRenew();
  };
  return (
    <Stack gap="xs">
      <Text size="sm">{t`Code of the school`}</Text>
      <Text fz={28} fw={700} ff="monospace" translate="no">
        {spacedCode(code)}
      </Text>
      <Group gap="xs">
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button
              variant="light"
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              {copied ? <Trans>Copied</Trans> : <Trans>Copy the code</Trans>}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="light"
          leftSection={<IconRefresh size={18} aria-hidden />}
          disabled={isBusy}
          onClick={() => void renew()}
        >
          {t`Make a new code`}
        </Button>
      </Group>
    </Stack>
  );
}

function EntryForm({ saved }: { saved: EntrySettings }) {
  const { t } = useLingui();
  const { chosen, choose, isSaving, save } = useEntryForm(saved.entry);
  return (
    <Stack>
      <EntryChoice value={chosen} onChange={choose} />
      <Group>
        <Button
          variant="light"
          loading={isSaving}
          disabled={chosen === saved.entry}
          onClick={() => void save()}
        >
          {t`Save who may come in`}
        </Button>
      </Group>
      {saved.code !== null && chosen === 'code' && (
        <SchoolCode code={saved.code} isBusy={isSaving} onRenew={() => void save(true)} />
      )}
    </Stack>
  );
}

/** The setting that says who may register, to be changed at any time. */
function EntrySection() {
  const { t } = useLingui();
  const { data, error, mutate } = useEntry();
  return (
    <TitledSection isCard order={3} maw={640} title={t`Registration`}>
      {!data && <Unread of={{ error, mutate }} height={320} radius="lg" />}
      {data && <EntryForm saved={data} />}
    </TitledSection>
  );
}

/** The logo to send: another one, the built-in one (null), or the one there is (undefined). */
type LogoChoice = File | null | undefined;

/** What the browser offers to choose from; the server looks into the file. */
const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

export function checkSiteTitle(title: string): FieldProblem | undefined {
  if (title.trim() === '') return 'required';
  return graphemeCount(title.trim()) > SITE_TITLE_MAX ? 'long' : undefined;
}

/** Returns why the server would refuse this file, as far as that can be seen without looking into it. */
type LogoProblem = 'not_a_logo' | 'logo_too_large';

export function checkLogo({ type, size }: Pick<File, 'type' | 'size'>): LogoProblem | undefined {
  if (!LOGO_TYPES.includes(type)) return 'not_a_logo';
  return size > LOGO_MAX_BYTES ? 'logo_too_large' : undefined;
}

/** `contact` is undefined when it is as it was: what the environment says is not made the administrator's. */
export function toSiteForm(title: string, logo: LogoChoice, contact?: string): FormOf<SiteChanges> {
  const texts = {
    title: title.trim(),
    remove_logo: logo === null ? '1' : undefined,
    contact_email: contact?.trim(),
  };
  return formOf<SiteChanges>(texts, { logo: [logo] });
}

const MEGABYTES = LOGO_MAX_BYTES / 1024 ** 2;
const LOGO_LIMITS = { megabytes: MEGABYTES, pixels: LOGO_MAX_PIXELS };
const ABOUT_LOGO: ApiErrorCode[] = ['not_a_logo', 'logo_too_large', 'upload_too_large', 'payload_too_large'];

const isAbout = (codes: ApiErrorCode[], error: unknown) =>
  error instanceof ApiError && codes.includes(error.code);

/** Title, contact address and logo as typed and chosen, and how they are sent: what the server refuses stays. */
function useSiteForm({ title: savedTitle, contact_email: savedContact }: SiteSettings) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const showSaved = useShowSaved();
  const [title, setTitle] = useState(savedTitle);
  const [logo, setLogo] = useState<LogoChoice>();
  const [typedContact, setContact] = useState<string>();
  const contact = typedContact ?? savedContact ?? '';
  const [titleProblem, setTitleProblem] = useState<FieldProblem>();
  const [logoProblem, setLogoProblem] = useState<string>();

  const changeTitle = (text: string) => {
    setTitle(text);
    setTitleProblem(undefined);
  };

  const refuseLogo = (code: LogoProblem) => {
    const text = i18n._({ ...errorMessages[code], values: LOGO_LIMITS });
    setLogo(undefined);
    setLogoProblem(text);
    notices.error(text);
  };

  const chooseLogo = (choice: LogoChoice) => {
    const problem = choice ? checkLogo(choice) : undefined;
    if (problem) {
      refuseLogo(problem);
      return;
    }
    setLogoProblem(undefined);
    setLogo(choice);
  };

  const { submit, submitted, sending } = useSubmit({
    check: () => {
      const problem = checkSiteTitle(title);
      setTitleProblem(problem);
      return problem ? 'title' : checkContact(contact) && 'contact';
    },
    run: async () => {
      const isNew = contact.trim() !== (savedContact ?? '');
      const body = toSiteForm(title, logo, isNew ? contact : undefined);
      const { data } = await callApi('POST /api/admin/site-settings', { body });
      await showSaved(data);
      setContact(undefined);
      setLogo(undefined);
      setLogoProblem(undefined);
      notices.success(t`The site's settings have been saved.`);
    },
    failed: (error) => {
      if (isAbout(['invalid_site_title'], error)) setTitleProblem('refused');
      if (isAbout(ABOUT_LOGO, error)) setLogoProblem(errorText(i18n, error));
      failed(msg({ message: "The site's settings could not be saved: {message}" }), error);
    },
  });

  return {
    title,
    titleProblem,
    changeTitle,
    contact,
    setContact,
    isChecked: submitted,
    logo,
    logoProblem,
    chooseLogo,
    /** The browser can't show it, so it is no picture, whatever its name says. */
    onBrokenLogo: () => refuseLogo('not_a_logo'),
    saving: sending,
    submit,
  };
}

interface LogoFieldProps {
  choice: LogoChoice;
  /** The logo that the site has; null for the built-in one. */
  current: string | null;
  onChange: (choice: LogoChoice) => void;
  /** The chosen file can't be shown. */
  onBroken: () => void;
  error: string | undefined;
}

/** Chooses the site's logo, to be seen before it is sent; takes away the one that the site has. */
function LogoField({ choice, current, onChange, onBroken, error }: LogoFieldProps) {
  const { t } = useLingui();
  const chosenUrl = useFileUrl(choice ?? null);
  const kept = choice === undefined ? current : null;
  const shown = choice ? chosenUrl : kept;
  return (
    <Stack gap="sm">
      <FileInput
        label={t`Logo (optional)`}
        description={t`PNG, JPEG or WebP, at most ${MEGABYTES} MB`}
        placeholder={t`Choose a picture`}
        accept={LOGO_TYPES.join(',')}
        classNames={{ placeholder: inputClasses.placeholder }}
        leftSection={<IconPhoto size={18} aria-hidden />}
        value={choice ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        error={error}
        clearable
        clearButtonProps={{ 'aria-label': t`Do not send this file` }}
      />
      <Group gap="sm">
        <Paper withBorder radius="md" p="sm" role="img" aria-label={t`Preview of the logo`}>
          {shown === null ? (
            <Logo size={48} />
          ) : (
            <img
              src={shown}
              alt=""
              style={{ display: 'block', maxWidth: 100, maxHeight: 100, background: 'var(--picture-ground)' }}
              onError={choice ? onBroken : undefined}
            />
          )}
        </Paper>
        {kept !== null && (
          <Button size="xs" variant="subtle" color="red" onClick={() => onChange(null)}>
            {t`Remove the logo`}
          </Button>
        )}
        {choice === null && (
          <Group gap="sm" role="status">
            <Text size="sm" c="dimmed">
              {t`The built-in logo comes back when you save.`}
            </Text>
            <Button size="xs" variant="subtle" onClick={() => onChange(undefined)}>
              {t`Keep it`}
            </Button>
          </Group>
        )}
      </Group>
    </Stack>
  );
}

function OwnDecksSection({ allowed }: { allowed: boolean }) {
  const { t } = useLingui();
  const notices = useNotices();
  const showSaved = useShowSaved();
  /** What was just chosen, until the server has answered. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const megabytes = STUDENT_FILE_BYTES_MAX / 1024 ** 2;

  const [save] = useAttempt(
    msg({ message: 'Whether students make decks was not changed: {message}' }),
    async (wanted: boolean) => {
      setAsked(wanted);
      const { data } = await callApi('POST /api/admin/own-decks', { body: { students_make_decks: wanted } });
      await showSaved(data);
      notices.success(
        wanted ? t`Students may make decks of their own.` : t`Students make no more decks of their own.`,
      );
    },
    () => setAsked(null),
  );
  return (
    <TitledSection isCard order={3} maw={640} title={t`Students’ own decks`}>
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
    </TitledSection>
  );
}

function SiteForm({ saved }: { saved: SiteSettings }) {
  const { t, i18n } = useLingui();
  const form = useSiteForm(saved);
  return (
    <form onSubmit={form.submit} noValidate aria-label={t`Settings of the site`}>
      <Stack>
        <TextInput
          name="title"
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
        <ContactField
          value={form.contact}
          isChecked={form.isChecked}
          readOnly={form.saving}
          onChange={form.setContact}
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
            {t`Save the settings`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function SiteSection() {
  const { t } = useLingui();
  const { data: saved, error, mutate } = useSavedSiteSettings();
  useFailedRead(error, msg({ message: "The site's settings could not be loaded: {message}" }));
  return (
    <TitledSection order={2} title={t`Settings of the site`}>
      {!saved && <Unread of={{ error, mutate }} height={280} radius="lg" maw={640} />}
      {saved && (
        <Paper withBorder radius="lg" p="lg" maw={640}>
          <SiteForm saved={saved} />
        </Paper>
      )}
      <EntrySection />
      {saved && <OwnDecksSection allowed={saved.students_make_decks} />}
    </TitledSection>
  );
}
