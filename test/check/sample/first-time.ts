import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether nobody has asked by this name before. */
export function isFirstTime(name: string): boolean {
  const file = join(process.env.SAMPLE_FOLDER!, name);
  if (existsSync(file)) return false;
  writeFileSync(file, '');
  return true;
}
