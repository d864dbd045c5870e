import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={t`This part of the page stopped working`}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <Trans>Nothing of yours is lost. Try again, or reload the page.</Trans>
        </Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}

/** A part of the program that did not arrive, in the words of the browsers and of Vite. */
const MISSING_PART = /dynamically imported module|module script failed|preload CSS/i;

interface Props {
  children: ReactNode;
  /** When it changes, the region is tried afresh; the router gives the path. */
  resetKey?: unknown;
}

/** Keeps a failure in its region: the rest of the page goes on working. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.error && previous.resetKey !== this.props.resetKey) this.setState({ error: null });
  }

  private readonly retry = () => {
    // A failed import stays failed for as long as the page lives.
    if (MISSING_PART.test(this.state.error?.message ?? '')) window.location.reload();
    else this.setState({ error: null });
  };

  override render() {
    return this.state.error ? <Broken onRetry={this.retry} /> : this.props.children;
  }
}
