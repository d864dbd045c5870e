import { useLingui } from '@lingui/react/macro';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { AuthCard } from './auth-card.tsx';
import { LoginForm } from './login-form.tsx';

export default function AdminLoginPage() {
  const { t } = useLingui();
  const notices = useNotices();
  usePageTitle(t`Administrator's login`);
  return (
    <AuthCard title={t`Administration`} text={t`For the administrator of this site.`}>
      <LoginForm
        call="POST /api/admin/login"
        onFailed={(text) => (text === null ? notices.dismiss() : notices.error(text))}
      />
    </AuthCard>
  );
}
