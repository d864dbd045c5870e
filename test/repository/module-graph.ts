import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';

export const ROOT = resolve(import.meta.dirname, '../..');
/** The folders that hold source, and nothing else does. */
export const AREAS = ['api', 'bench', 'bin', 'core', 'migrations', 'test', 'web', 'workers'];

export interface Import {
  from: string;
  /** A file of ours, from the project's folder, or a package's or a Node module's name as written. */
  to: string;
  /** Gone when the program runs. */
  typeOnly: boolean;
  /** Loaded when it is needed, by `import()`. */
  later?: boolean;
}

export function sourceFiles(): string[] {
  const inAreas = AREAS.flatMap((area) =>
    readdirSync(join(ROOT, area), { recursive: true, encoding: 'utf8' }).map((name) => join(area, name)),
  );
  return [...inAreas, ...readdirSync(ROOT)].filter((name) => /\.(ts|tsx|mjs)$/.test(name)).sort();
}

export const readSource = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

export const areaOf = (file: string): string => file.split('/')[0] as string;

/** What `file` imports and re-exports; imports by a computed name do not count. */
export function importsOf(file: string): Import[] {
  const text = readSource(file);
  const { module } = parseSync(file, text);
  const found: (Omit<Import, 'from' | 'to'> & { name: string })[] = [];
  for (const { moduleRequest, entries } of module.staticImports)
    found.push({
      name: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every((one) => one.isType),
    });
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ name: moduleRequest.value, typeOnly: isType });
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[2]) found.push({ name: literal[2], typeOnly: false, later: true });
  }
  return found.map(({ name, ...how }) => ({
    from: file,
    to: name.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), name)) : name,
    ...how,
  }));
}

export const allImports = (): Import[] => sourceFiles().flatMap(importsOf);

export const isOurs = (name: string): boolean => AREAS.includes(areaOf(name)) && name.includes('.');
