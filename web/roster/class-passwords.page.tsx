import { Trans, useLingui } from '@lingui/react/macro';
import { ClassPasswords } from './class-passwords.tsx';
import { OwnClassPage } from './own-class-page.tsx';

/** Where a teacher gives several students of a class new passwords. */
export default function ClassPasswordsPage() {
  const { t } = useLingui();
  return (
    <OwnClassPage
      title={t`New passwords for several students`}
      text={
        <Trans>
          For students whose accounts were made in your classes. Others choose a new password by themselves.
        </Trans>
      }
    >
      {(classroom) => <ClassPasswords classroom={classroom} />}
    </OwnClassPage>
  );
}
