import { Trans, useLingui } from '@lingui/react/macro';
import { Button, FileInput, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { LOGO_MAX_BYTES } from '../../../core/site/site-limits.ts';
import inputClasses from '../../ui/control/audio-file-input.module.css';
import { useFileUrl } from '../../ui/control/use-file-url.ts';
import { Logo } from '../../ui/figure/logo.tsx';
import classes from './logo-field.module.css';
import { LOGO_TYPES, type LogoChoice } from './site-rules.ts';

const MEGABYTES = LOGO_MAX_BYTES / 1024 / 1024;

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
export function LogoField({ choice, current, onChange, onBroken, error }: LogoFieldProps) {
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
            <img src={shown} alt="" className={classes.preview} onError={choice ? onBroken : undefined} />
          )}
        </Paper>
        {kept !== null && (
          <Button size="xs" variant="subtle" color="red" onClick={() => onChange(null)}>
            <Trans>Remove the logo</Trans>
          </Button>
        )}
        {choice === null && (
          <Group gap="sm" role="status">
            <Text size="sm" c="dimmed">
              <Trans>The built-in logo comes back when you save.</Trans>
            </Text>
            <Button size="xs" variant="subtle" onClick={() => onChange(undefined)}>
              <Trans>Keep it</Trans>
            </Button>
          </Group>
        )}
      </Group>
    </Stack>
  );
}
