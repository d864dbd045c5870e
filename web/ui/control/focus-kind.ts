/** Where the focus is, as far as keys go: in a window or menu, in a field, on what can be pressed, or nowhere. */
export type FocusKind = 'page' | 'control' | 'field' | 'dialog';

export function focusKind(target: EventTarget | null): FocusKind {
  if (!(target instanceof Element)) return 'page';
  if (target.closest('dialog, [role="dialog"], [role="menu"], [role="listbox"]')) return 'dialog';
  if (target.closest('input, textarea, select, [contenteditable="true"]')) return 'field';
  return target.closest('button, a[href], summary, [role="button"]') ? 'control' : 'page';
}
