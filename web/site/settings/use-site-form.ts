import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from '../../../core/site/site-limits.ts';
import { ApiError, type ApiErrorCode } from '../../lib/call/api-client.ts';
import { errorMessages, errorText } from '../../lib/call/error-text.ts';
import type { FieldProblem } from '../../ui/control/field-problem.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { checkLogo, checkSiteTitle, type LogoChoice, toSiteForm } from './site-rules.ts';
import { useSaveSiteSettings } from './site-settings.queries.ts';

const MEGABYTE = 1024 * 1024;
const LOGO_LIMITS = { megabytes: LOGO_MAX_BYTES / MEGABYTE, pixels: LOGO_MAX_PIXELS };
const ABOUT_LOGO: ApiErrorCode[] = ['not_a_logo', 'logo_too_large', 'upload_too_large', 'payload_too_large'];

const isAbout = (codes: ApiErrorCode[], error: unknown) =>
  error instanceof ApiError && codes.includes(error.code);

/** Title and logo as typed and chosen, and how they are sent: what the server refuses stays. */
export function useSiteForm(savedTitle: string) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const save = useSaveSiteSettings();
  const titleRef = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState(savedTitle);
  const [logo, setLogo] = useState<LogoChoice>();
  const [titleProblem, setTitleProblem] = useState<FieldProblem>();
  const [logoProblem, setLogoProblem] = useState<string>();

  const changeTitle = (text: string) => {
    setTitle(text);
    setTitleProblem(undefined);
  };

  const refuseLogo = (code: ApiErrorCode) => {
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

  const { submit, sending } = useSubmit({
    check: () => {
      const problem = checkSiteTitle(title);
      setTitleProblem(problem);
      return problem;
    },
    field: titleRef,
    run: async () => {
      await save(toSiteForm(title, logo));
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
    titleRef,
    titleProblem,
    changeTitle,
    logo,
    logoProblem,
    chooseLogo,
    /** The browser can't show it, so it is no picture, whatever its name says. */
    onBrokenLogo: () => refuseLogo('not_a_logo'),
    saving: sending,
    submit,
  };
}
