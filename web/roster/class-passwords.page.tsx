import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '../../core/address.ts';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import type { GivenLogin } from '../../core/roster/roster.schema.ts';
import { useList } from '../lib/call/use-read.ts';
import { StickyBar } from '../ui/control/sticky-bar.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { Unread } from '../ui/feedback/load-error.tsx';
import classes from './class-passwords.module.css';
import { useGivePasswords } from './give-password.tsx';
import { MadeSlips } from './made-slips.tsx';
import { OwnClassPage } from './own-class-page.tsx';

interface ChoiceProps {
  students: readonly GivenLogin[];
  isGiving: boolean;
  onGive: (ids: number[]) => void;
}

function Choice({ students, isGiving, onGive }: ChoiceProps) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const picked = students.filter(({ student_id }) => chosen.has(student_id)).map((one) => one.student_id);
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const ask = async () => {
    const isSure = await confirm({
      title: t`${plural(picked.length, { one: 'A new password for # student?', other: 'New passwords for # students?' })}`,
      text: t`Old passwords end, and these students are logged out everywhere. The new ones are shown to you once.`,
      confirmLabel: t`Give new passwords`,
    });
    if (isSure) onGive(picked);
  };
  return (
    <Stack>
      <Checkbox
        label={t`Choose all`}
        checked={picked.length === students.length}
        indeterminate={picked.length > 0 && picked.length < students.length}
        onChange={(event) =>
          setChosen(new Set(event.currentTarget.checked ? students.map((one) => one.student_id) : []))
        }
      />
      <ul className={`plain-list ${classes.list}`} aria-label={t`Students to whom you give passwords`}>
        {students.map(({ student_id: id, name, user_name, must_change_password: isUnchanged }) => (
          <li key={id}>
            <Checkbox
              classNames={{ body: classes.row }}
              label={name}
              description={isUnchanged ? `${user_name} · ${t`has not chosen their own yet`}` : user_name}
              checked={chosen.has(id)}
              onChange={(event) => choose(id, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      <StickyBar>
        <Button disabled={picked.length === 0} loading={isGiving} onClick={() => void ask()}>
          {picked.length === 0
            ? t`Give new passwords`
            : t`${plural(picked.length, { one: 'Give # new password', other: 'Give # new passwords' })}`}
        </Button>
      </StickyBar>
    </Stack>
  );
}

/** From the students of a class to their new passwords, on slips to be printed. */
function ClassPasswords({ classroom }: { classroom: Pick<Classroom, 'id' | 'name'> }) {
  const { t } = useLingui();
  const params = { classId: classroom.id };
  const { data, error, mutate } = useList(addressOf('GET /api/classes/:classId/passwords', { params }));
  const { slips, isGiving, give } = useGivePasswords(classroom.id);
  const [aim, setAim] = useState(0);
  const title = t`Login slips with the new passwords`;
  if (slips.length > 0 && !isGiving)
    return (
      <Stack component="section" aria-label={title}>
        <MadeSlips slips={slips} className={classroom.name} title={title} />
      </Stack>
    );
  if (!data) return <Unread of={{ error, mutate }} height={320} radius="lg" />;
  if (data.length === 0)
    return (
      <Empty
        text={t`No account of this class was made in one of your classes: you give no passwords here.`}
      />
    );
  return (
    <Stack>
      {isGiving && (
        <Stack gap="xs">
          <Progress value={(slips.length / Math.max(1, aim)) * 100} aria-label={t`Passwords given`} />
          <Text role="status" size="sm" className="tabular">
            {t`${slips.length} of ${plural(aim, { one: '# password', other: '# passwords' })}`}
          </Text>
        </Stack>
      )}
      <Choice
        students={data}
        isGiving={isGiving}
        onGive={(ids) => {
          setAim(ids.length);
          void give(ids);
        }}
      />
    </Stack>
  );
}

export default function ClassPasswordsPage() {
  const { t } = useLingui();
  return (
    <OwnClassPage
      title={t`New passwords for several students`}
      text={t`For students whose accounts were made in your classes. Others choose a new password by themselves.`}
    >
      {(classroom) => <ClassPasswords classroom={classroom} />}
    </OwnClassPage>
  );
}
