/** What happens to the page. Whatever is left out is not listened to. */
export interface PageLife {
  onVisible?: () => void;
  onHidden?: () => void;
  /** The page closes, or the browser puts it aside for the way back. */
  onLeave?: () => void;
  /** The page is opened, or comes back as it was put aside. */
  onReturn?: () => void;
  /** The network is back. */
  onOnline?: () => void;
  /** The network is gone, as far as the device knows. */
  onOffline?: () => void;
  /** Another tab has changed this entry of the storage. */
  onStored?: (key: string) => void;
  /** While it returns true, the browser asks before the page goes. */
  isAtRisk?: () => boolean;
}

/** Calls these from now on. Returns how to stop. */
export function followPage(life: PageLife): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const { onVisible, onHidden, onLeave, onReturn, onOnline, onOffline, onStored, isAtRisk } = life;
  if (onVisible || onHidden)
    document.addEventListener('visibilitychange', () => (document.hidden ? onHidden?.() : onVisible?.()), {
      signal,
    });
  if (onLeave) window.addEventListener('pagehide', () => onLeave(), { signal });
  if (onReturn) window.addEventListener('pageshow', () => onReturn(), { signal });
  if (onOnline) window.addEventListener('online', () => onOnline(), { signal });
  if (onOffline) window.addEventListener('offline', () => onOffline(), { signal });
  if (onStored) window.addEventListener('storage', ({ key }) => key !== null && onStored(key), { signal });

  if (isAtRisk)
    window.addEventListener('beforeunload', (event) => isAtRisk() && event.preventDefault(), { signal });
  return () => listening.abort();
}
