import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { ClassCode as Code, CodeTimesBody } from '../../../core/classroom/class-code.schema.ts';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { NEW_CODE_DAYS } from '../../../core/classroom/classroom-limits.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { paths } from '../../lib/pages/paths.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { LinkButtons } from '../../ui/control/link-buttons.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { QrSheet } from '../../ui/figure/qr-sheet.tsx';
import { useClassesChanged } from '../classroom.queries.ts';
import classes from './code-sheet.module.css';

const HOUR = 3_600_000;

/** How long the code of a new class holds, in hours. */
const NEW_CODE_HOURS = NEW_CODE_DAYS * 24;
/** How long a code may hold, in hours. */
const VALID_HOURS = [24, 7 * 24, 30 * 24, NEW_CODE_HOURS] as const;
type ValidHours = (typeof VALID_HOURS)[number];

/** How long a code may let students in without approval, in minutes; 0: not at all. */
const OPEN_MINUTES = [0, 15, 60, 24 * 60] as const;
type OpenMinutes = (typeof OPEN_MINUTES)[number];

/** The moments until which a code holds and is open, from now on. A code is never open for longer than it holds. */
export function codeTimes(now: number, hours: ValidHours, minutes: OpenMinutes): CodeTimesBody {
  const end = now + hours * HOUR;
  const open = Math.min(end, now + minutes * 60_000);
  return {
    ends_at: new Date(end).toISOString(),
    open_until: minutes === 0 ? null : new Date(open).toISOString(),
  };
}

const joinLink = (code: string): string => new URL(paths.join(code), window.location.origin).href;

interface CodeSheetProps {
  code: string;
  /** Above the code, where the page does not say it. */
  className?: string;
}

function CodeSheet({ code, className }: CodeSheetProps) {
  const { t } = useLingui();
  const address = `${window.location.host}${paths.join(code)}`;
  return (
    <QrSheet link={joinLink(code)} label={t`QR code that leads to the class`} title={className}>
      <Text className={classes.letters} translate="no">
        {spacedCode(code)}
      </Text>
      <Text ta="center" c="dimmed" className="breakable">
        {t`Scan it, open ${address}, or type the code under “Join a class”.`}
      </Text>
    </QrSheet>
  );
}

interface ClassCodeProps {
  classroom: Pick<Classroom, 'id' | 'name'>;
  code: Code;
  onChange: (code: Code) => void;
}

function ClassCode({ classroom, code, onChange }: ClassCodeProps) {
  const { t } = useLingui();
  const notices = useNotices();
  const [hours, setHours] = useState<ValidHours>(NEW_CODE_HOURS);
  const [minutes, setMinutes] = useState<OpenMinutes>(0);
  const { id: classId } = classroom;
  const params = { classId };
  const { ends_at: end } = code;
  const shownCode = spacedCode(code.code);

  const [send, isSending] = useAttempt(
    msg({ message: 'The code could not be changed: {message}' }),
    async (work: (body: CodeTimesBody) => Promise<Code>, notice: string) => {
      onChange(await work(codeTimes(Date.now(), hours, minutes)));
      notices.success(notice);
    },
  );
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
  const endIt = () =>
    send(async () => {
      await callApi('DELETE /api/classes/:classId/code', { params });
      return { ...code, ends_at: null, open_until: null };
    }, t`The code has ended.`);

  return (
    <Stack gap="md">
      {end === null ? (
        <Text>
          {t`The code ${shownCode} has ended: nobody joins by it. Let it hold again, or renew it if it has become known to others.`}
        </Text>
      ) : (
        <ShownCode classroom={classroom} code={code} endsAt={end} />
      )}
      <Group grow preventGrowOverflow={false} align="flex-end">
        <NativeSelect
          label={t`The code holds for`}
          value={hours}
          onChange={({ currentTarget }) =>
            setHours(VALID_HOURS.find((one) => one === Number(currentTarget.value)) ?? NEW_CODE_HOURS)
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
        <Button loading={isSending} onClick={() => void change()}>
          {end === null ? t`Let the code hold again` : t`Save`}
        </Button>
        <Button variant="default" disabled={isSending} onClick={() => void renew()}>
          {t`Renew the code`}
        </Button>
        {end !== null && (
          <Button variant="subtle" color="red" disabled={isSending} onClick={() => void endIt()}>
            {t`End the code`}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t`Without the code, students can ask by the number of the class, ${classId}: you approve each.`}
      </Text>
    </Stack>
  );
}

function ShownCode({
  classroom,
  code,
  endsAt,
}: {
  classroom: Pick<Classroom, 'name'>;
  code: Code;
  endsAt: string;
}) {
  const { t, i18n } = useLingui();
  const end = dateAndTime(i18n.locale, new Date(endsAt));
  const open = code.open_until && dateAndTime(i18n.locale, new Date(code.open_until));

  return (
    <Stack gap="sm">
      <CodeSheet code={code.code} />
      <Text ta="center" size="sm">
        {open
          ? t`Students are in at once until ${open}. The code holds until ${end}.`
          : t`You approve each student. The code holds until ${end}.`}
      </Text>
      <LinkButtons
        link={joinLink(code.code)}
        sheet={<CodeSheet code={code.code} className={classroom.name} />}
      />
    </Stack>
  );
}

interface ClassCodeModalProps {
  classroom: Pick<Classroom, 'id' | 'name'>;
  opened: boolean;
  onClose: () => void;
}

function Content({ classroom }: Pick<ClassCodeModalProps, 'classroom'>) {
  const address = addressOf('GET /api/classes/:classId/code', { params: { classId: classroom.id } });
  const { data, error, mutate } = useRead(address);
  const classesChanged = useClassesChanged();
  if (data === undefined) return <Unread of={{ error, mutate }} height={240} />;
  return (
    <ClassCode
      classroom={classroom}
      code={data}
      onChange={(code) => {
        void mutate(code, { revalidate: false });
        void classesChanged();
      }}
    />
  );
}

export default function ClassCodeModal({ classroom, opened, onClose }: ClassCodeModalProps) {
  const { t } = useLingui();
  const { name } = classroom;
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Join the class ${name}`} size="lg">
      <Content classroom={classroom} />
    </Dialog>
  );
}
