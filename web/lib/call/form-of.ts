import type { FormOf } from '../../../core/api.ts';

/** The texts of a form: those of the contract's body, and no others. */
export type FormTexts<Fields> = {
  [Name in keyof Fields]: string | (undefined extends Fields[Name] ? undefined : never);
};

/**
 * A form with these texts, without those that are undefined, and with files at its end: the server knows the texts
 * before it reads them.
 */
export function formOf<Fields extends object>(
  texts: FormTexts<Fields>,
  files: Record<string, readonly (File | null | undefined)[]>,
): FormOf<Fields> {
  const form = new FormData();
  for (const [name, text] of Object.entries<string | undefined>(texts))
    if (text !== undefined) form.append(name, text);
  for (const [name, all] of Object.entries(files)) for (const file of all) if (file) form.append(name, file);
  return form as FormOf<Fields>;
}
