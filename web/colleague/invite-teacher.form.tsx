import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import type { NewInvitation } from '../../core/colleague/colleague.schema.ts';
import { EMAIL_PATTERN } from '../../core/text/email-pattern.ts';
import { ApiError, callApi } from '../lib/call/api-client.ts';
import { paths } from '../lib/pages/paths.ts';
import { dateOnly } from '../lib/text/date-text.ts';
import { FoundColleague } from '../ui/colleague/found-colleague.tsx';
import { useColleague } from '../ui/colleague/use-colleague.ts';
import { LinkButtons } from '../ui/control/link-buttons.tsx';
import { useSubmit } from '../ui/feedback/use-submit.ts';
import { QrSheet } from '../ui/figure/qr-sheet.tsx';

const inviteFailed = msg({ message: 'Nobody was invited: {message}' });

/** The link of an invitation that was made a moment ago: it can be read here and now only. */
function MadeLink({ made, className }: { made: NewInvitation; className: string }) {
  const { t, i18n } = useLingui();
  const link = new URL(paths.teach(made.token), window.location.origin).href;
  const end = dateOnly(i18n.locale, new Date(made.ends_at));
  const sheet = (title?: string) => (
    <QrSheet link={link} label={t`QR code of the invitation`} title={title}>
      <Text ta="center" size="sm" className="breakable">
        {t`Scan it with a teacher’s account. It is used once, and holds until ${end}.`}
      </Text>
    </QrSheet>
  );
  return (
    <Alert color="grape" title={<Trans>The invitation is ready</Trans>}>
      <Stack gap="xs">
        <Text size="sm">
          {made.email === null ? (
            <Trans>
              Send this link to your colleague. It is shown only now, is used once, and holds until {end}.
            </Trans>
          ) : (
            <Trans>
              A teacher with the address {made.email} finds it on the home page. Anybody else needs this link,
              which is shown only now, is used once, and holds until {end}.
            </Trans>
          )}
        </Text>
        <TextInput
          label={t`Link of the invitation`}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        {sheet()}
        <LinkButtons link={link} sheet={sheet(t`Teach the class ${className} together`)} />
      </Stack>
    </Alert>
  );
}

/** Invites a teacher to a class, by address or by a link alone. */
export function InviteTeacherForm({
  classroom: { id: classId, name },
  onInvited,
}: {
  classroom: Pick<Classroom, 'id' | 'name'>;
  onInvited: () => Promise<unknown>;
}) {
  const { t } = useLingui();
  const colleague = useColleague();
  const [isUnknown, setUnknown] = useState(false);
  const [made, setMade] = useState<NewInvitation | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const type = (text: string) => {
    colleague.type(text);
    setUnknown(false);
  };

  const address = colleague.login.trim();
  const isSeen = address === '' || colleague.found !== null || isUnknown;
  const look = async () => {
    try {
      await colleague.find();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'colleague_unknown')) throw error;
      setUnknown(true);
    }
  };
  const { submit, sending, wasWrong, forgive } = useSubmit({
    check: () => address !== '' && !EMAIL_PATTERN.test(address),
    field,
    run: async () => {
      if (!isSeen) {
        await look();
        return;
      }
      const { data } = await callApi('POST /api/classes/:classId/invitations', {
        params: { classId },
        body: { email: address === '' ? null : address },
      });
      setMade(data);
      type('');
    },
    failed: inviteFailed,
    lastly: onInvited,
  });

  return (
    <Stack gap="sm">
      <form onSubmit={submit} noValidate aria-label={t`Invite a teacher`}>
        <Group align="flex-start" gap="sm">
          <TextInput
            ref={field}
            flex="1 1 14rem"
            type="email"
            label={t`Email address of a teacher`}
            description={!wasWrong && t`Leave it empty for a link that you send yourself.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            value={colleague.login}
            onChange={(event) => {
              type(event.currentTarget.value);
              forgive();
            }}
            error={wasWrong && t`This is not an email address, such as hoa@school.edu.vn`}
          />
          <Button type="submit" mt={{ base: 0, xs: 25 }} loading={sending}>
            {colleague.found ? t`Invite ${colleague.found.name}` : isSeen ? t`Make a link` : t`Find`}
          </Button>
        </Group>
        <Text size="sm" role="status" className="breakable" mt="xs">
          <FoundColleague of={colleague.found} />
          {isUnknown && <Trans>No teacher here is known by this address: only the link lets them in.</Trans>}
        </Text>
      </form>
      {made && <MadeLink key={made.id} made={made} className={name} />}
    </Stack>
  );
}
