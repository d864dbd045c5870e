import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../core/contract/endpoint.ts';

const ROOT = join(import.meta.dirname, '../..');

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'url' in value && 'access' in value;

const files: object[] = await Promise.all(
  globSync('core/**/*.schema.ts', { cwd: ROOT })
    .sort()
    .map((file) => import(join(ROOT, file))),
);

/** Every contract of the API: all that files of contracts export, but for their parts. */
export const contracts: Endpoint[] = files.flatMap((file) => Object.values(file)).filter(isEndpoint);
