import { useSyncExternalStore } from 'react';
import { followPage } from '../live/page-life.ts';

/** Whether the device knows that it has no network. A network that it has may still lead nowhere. */
export const isOffline = (): boolean => navigator.onLine === false;

const subscribe = (listener: () => void) => followPage({ onOnline: listener, onOffline: listener });

export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);
