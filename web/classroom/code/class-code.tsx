import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClassCode as Code, CodeTimesBody } from '../../../core/classroom/class-code.schema.ts';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { callApi } from '../../lib/api-client.ts';
import { dateAndTime } from '../../lib/date-text.ts';
import { LinkButtons } from '../../ui/link-buttons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useFailure } from '../../ui/use-failure.ts';
import { CodeSheet, joinLink } from './code-sheet.tsx';
import { codeTimes, OPEN_MINUTES, type OpenMinutes, VALID_HOURS, type ValidHours } from './code-times.ts';

const failedText = msg({ message: 'The code could not be changed: {message}' });

interface ClassCodeProps {
  classroom: Pick<Classroom, 'id' | 'name'>;
  /** Null while there is none. */
  code: Code | null;
  onChange: (code: Code | null) => void;
}

/** The code of a class as it is shown, and how long it holds. */
export function ClassCode({ classroom, code, onChange }: ClassCodeProps) {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [hours, setHours] = useState<ValidHours>(VALID_HOURS[1]);
  const [minutes, setMinutes] = useState<OpenMinutes>(0);
  const [isSending, setSending] = useState(false);
  const params = { classId: classroom.id };

  const send = async (work: (body: CodeTimesBody) => Promise<Code | null>, told: string) => {
    setSending(true);
    try {
      onChange(await work(codeTimes(Date.now(), hours, minutes)));
      notices.success(told);
    } catch (error) {
      failed(failedText, error);
    } finally {
      setSending(false);
    }
  };
  const renew = () =>
    send(
      async (body) => (await callApi('POST /api/classes/:classId/code', { params, body })).data,
      t`The new code is ready.`,
    );
  const change = () =>
    send(
      async (body) => (await callApi('PATCH /api/classes/:classId/code', { params, body })).data,
      t`The code holds from now on as chosen.`,
    );
  const end = () =>
    send(async () => {
      await callApi('DELETE /api/classes/:classId/code', { params });
      return null;
    }, t`The code has ended.`);

  return (
    <Stack gap="md">
      {code ? (
        <ShownCode classroom={classroom} code={code} />
      ) : (
        <Text>
          <Trans>
            With a code, a link or a QR code students find the class by themselves. You decide how long it
            holds, and whether each is approved.
          </Trans>
        </Text>
      )}
      <Group grow preventGrowOverflow={false} align="flex-end">
        <NativeSelect
          label={t`The code holds for`}
          value={hours}
          onChange={({ currentTarget }) =>
            setHours(VALID_HOURS.find((one) => one === Number(currentTarget.value)) ?? VALID_HOURS[1])
          }
          data={[
            { value: '24', label: t`One day` },
            { value: '168', label: t`One week` },
            { value: '720', label: t`30 days` },
            { value: '7200', label: t`The school year (300 days)` },
          ]}
        />
        <NativeSelect
          label={t`Who comes with the code`}
          value={minutes}
          onChange={({ currentTarget }) =>
            setMinutes(OPEN_MINUTES.find((one) => one === Number(currentTarget.value)) ?? 0)
          }
          data={[
            { value: '0', label: t`is approved by a teacher` },
            { value: '15', label: t`is in at once, for 15 minutes` },
            { value: '60', label: t`is in at once, for an hour` },
            { value: '1440', label: t`is in at once, for a day` },
          ]}
        />
      </Group>
      <Group>
        {code ? (
          <>
            <Button loading={isSending} onClick={() => void change()}>
              <Trans>Save</Trans>
            </Button>
            <Button variant="default" disabled={isSending} onClick={() => void renew()}>
              <Trans>Renew the code</Trans>
            </Button>
            <Button variant="subtle" color="red" disabled={isSending} onClick={() => void end()}>
              <Trans>End the code</Trans>
            </Button>
          </>
        ) : (
          <Button loading={isSending} onClick={() => void renew()}>
            <Trans>Make a code</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function ShownCode({ classroom, code }: { classroom: Pick<Classroom, 'name'>; code: Code }) {
  const { i18n } = useLingui();
  const end = dateAndTime(i18n.locale, new Date(code.ends_at));
  const open = code.open_until && dateAndTime(i18n.locale, new Date(code.open_until));

  return (
    <Stack gap="sm">
      <CodeSheet code={code.code} />
      <Text ta="center" size="sm">
        {open ? (
          <Trans>
            Students are in at once until {open}. The code holds until {end}.
          </Trans>
        ) : (
          <Trans>You approve each student. The code holds until {end}.</Trans>
        )}
      </Text>
      <LinkButtons
        link={joinLink(code.code)}
        sheet={<CodeSheet code={code.code} className={classroom.name} />}
      />
    </Stack>
  );
}
