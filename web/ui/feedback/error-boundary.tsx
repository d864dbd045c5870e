import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { followPage } from '../../lib/live/page-life.ts';

/** What has happened to a region: it broke, a part of the program did not arrive, or could not without a network. */
export type RegionFailure = 'broken' | 'missing' | 'offline';

/** A part of the program that did not arrive, in the words of the browsers and of Vite. */
const MISSING_PART = /dynamically imported module|module script failed|preload CSS/i;

export function regionFailure(error: Error, isOnline: boolean): RegionFailure {
  if (!MISSING_PART.test(error.message)) return 'broken';
  return isOnline ? 'missing' : 'offline';
}

function Failed({ failure, onRetry }: { failure: RegionFailure; onRetry: () => void }) {
  const { t } = useLingui();
  const isOffline = failure === 'offline';
  const title = {
    broken: t`This part of the page stopped working`,
    missing: t`This part of the page could not be loaded`,
    offline: t`You are offline`,
  };
  return (
    <Alert
      role={isOffline ? 'status' : 'alert'}
      color={isOffline ? 'gray' : 'red'}
      variant="light"
      icon={isOffline ? <IconCloudOff aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title[failure]}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isOffline
            ? t`This page opens when the network is back. Nothing of yours is lost.`
            : t`Nothing of yours is lost. Try again, or reload the page.`}
        </Text>
        <Button size="xs" mih={44} variant="default" onClick={onRetry}>
          {t`Try again`}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Tries again by itself as soon as there is a network. */
function RetryOnline({ onRetry }: { onRetry: () => void }) {
  useEffect(() => followPage({ onOnline: onRetry }), [onRetry]);
  return null;
}

interface Props {
  children: ReactNode;
  /** When it changes, the region is tried afresh; the router gives the path. */
  resetKey?: unknown;
  /** The region is the page: without it there is nothing that loading again would lose. */
  isPage?: boolean;
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
    if (this.state.error && regionFailure(this.state.error, true) === 'missing') window.location.reload();
    else this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const failure = regionFailure(error, navigator.onLine);
    return (
      <>
        <Failed failure={failure} onRetry={this.retry} />
        {this.props.isPage && failure !== 'broken' && <RetryOnline onRetry={this.retry} />}
      </>
    );
  }
}
