/** A browser of another engine, as little of it as a journey takes. Its window is a phone's, 360 × 740. */
export interface Engine {
  open(address: string): Promise<void>;
  /** Runs the body of a function in the page, with its `arguments`. */
  run<T>(body: string, ...given: unknown[]): Promise<T>;
  /** Presses a place of the window, in pixels. */
  press(x: number, y: number): Promise<void>;
  /** Types into what has the focus, letter by letter. */
  type(text: string): Promise<void>;
  key(key: 'Enter' | '3'): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export const PHONE = { width: 360, height: 740 };

export type SeenRole = 'button' | 'link' | 'field' | 'radio' | 'text';

/**
 * Returns the middle of what is seen with this role and name, once nothing lies on it; else null. It is what a pupil
 * would look for, so that no engine has to know of roles.
 */
const PLACE_OF = `
  const [role, name] = arguments;
  const selectors = {
    button: 'button',
    link: 'a[href]',
    field: 'input:not([type=radio], [type=checkbox])',
    radio: 'input[type=radio], [role=radio]',
    text: '*',
  };
  const wanted = new RegExp(name, 'u');
  const nameOf = (one) =>
    (one.getAttribute('aria-label') ??
      ([...(one.labels ?? [])].map((label) => label.textContent).join(' ') || one.textContent)).trim();
  const isWanted = (one) => wanted.test(nameOf(one)) && !one.closest('[inert], [aria-hidden=true]');
  const area = (one) => one.offsetWidth * one.offsetHeight;
  const found = [...document.querySelectorAll(selectors[role])]
    .filter((one) => isWanted(one) && one.getClientRects().length > 0)
    .sort((one, other) => (role === 'text' ? area(one) - area(other) : 0));
  for (const one of found) {
    const shown = one.type === 'radio' ? (one.closest('label') ?? one) : one;
    const seen = () => shown.getBoundingClientRect();
    if (seen().top < 0 || seen().bottom > innerHeight) shown.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = seen();
    const middle = [x + width / 2, y + height / 2];
    // What still comes up from below would be elsewhere when it is pressed.
    const moves = (one) => one.playState === 'running' && one.effect?.target?.contains(shown);
    if (document.getAnimations().some(moves)) continue;
    const on = document.elementFromPoint(...middle);
    if (on && (shown.contains(on) || on.contains(shown))) return middle;
  }
  return null;
`;

export const placeOf = (engine: Engine, role: SeenRole, name: string) =>
  engine.run<[number, number] | null>(PLACE_OF, role, name);
