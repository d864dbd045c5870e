import { Trans, useLingui } from '@lingui/react/macro';
import { ClassRoster } from './class-roster.tsx';
import { OwnClassPage } from './own-class-page.tsx';

/** Where a teacher makes accounts for a class. */
export default function ClassRosterPage() {
  const { t } = useLingui();
  return (
    <OwnClassPage
      title={t`Add students from a list`}
      text={
        <Trans>
          For students without an email address: each gets a user name and a first password, and is in the
          class at once.
        </Trans>
      }
    >
      {(classroom) => <ClassRoster classroom={classroom} />}
    </OwnClassPage>
  );
}
