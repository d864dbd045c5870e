import { Trans, useLingui } from '@lingui/react/macro';
import { AuthCard } from '../account/auth-card.tsx';
import { LoginForm } from '../account/login-form.tsx';
import { usePageTitle } from '../site/page-title.ts';
import { useNotices } from '../ui/notices.tsx';

export default function AdminLoginPage() {
  const { t } = useLingui();
  const notices = useNotices();
  usePageTitle(t`Administrator's login`);
  return (
    <AuthCard title={<Trans>Administration</Trans>} text={<Trans>For the administrator of this site.</Trans>}>
      <LoginForm
        call="POST /api/admin/login"
        onFailed={(text) => (text === null ? notices.dismiss() : notices.error(text))}
      />
    </AuthCard>
  );
}
