import {
  type ComponentType,
  cloneElement,
  type DOMAttributes,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { ErrorBoundary } from '../feedback/error-boundary.tsx';

type ButtonProps = DOMAttributes<HTMLElement> & { 'aria-haspopup'?: 'menu'; 'aria-busy'?: boolean };

interface LazyMenuProps<P> {
  /** What opens the menu, also once that is there. */
  button: ReactElement<ButtonProps>;
  /** Loads the menu, which is open as soon as it is there. */
  load: () => Promise<{ default: ComponentType<P & { button: ReactNode }> }>;
  /** What the menu gets besides. */
  given: P;
  /** What the menu is of: that of another one is closed again. */
  of?: number | undefined;
}

function MenuPlace<P>({ button, load, given, of }: LazyMenuProps<P>) {
  const [wanted, setWanted] = useState<{ of: number | undefined } | null>(null);
  if (wanted && wanted.of !== of) setWanted(null);
  const isWanted = wanted?.of === of && wanted !== null;
  // Not by Suspense. That would show the button for a third of a second, and hold the menu back so long.
  const [Menu, setMenu] = useState<ComponentType<P & { button: ReactNode }> | null>(null);
  if (Menu && isWanted) return <Menu {...given} button={button} />;
  const ahead = () => {
    // If it does not come, the click says so.
    load().catch(() => {});
  };
  const open = async () => {
    setWanted({ of });
    try {
      const loaded = await load();
      setMenu(() => loaded.default);
    } catch (error) {
      setMenu(() => {
        throw error;
      });
    }
  };
  return cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-busy': isWanted || undefined,
    onPointerEnter: ahead,
    onFocus: ahead,
    onClick: () => void open(),
  });
}

/** The place of a menu that comes when somebody reaches for it, since no page needs it to be drawn. */
export function LazyMenu<P>(props: LazyMenuProps<P>) {
  return (
    <ErrorBoundary resetKey={String(props.of)}>
      <MenuPlace {...props} />
    </ErrorBoundary>
  );
}
