import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGES = join(import.meta.dirname, '../../node_modules');
const MANTINE = join(PACKAGES, '@mantine/core/esm');
const HOOKS = join(PACKAGES, '@mantine/hooks/esm');
const ICONS = join(PACKAGES, '@tabler/icons-react/dist/esm/icons');
const STYLES = join(MANTINE, '../styles');

/** The file of each name that a package's main module gives out. */
function filesOf(folder: string): Map<string, string> {
  const main = readFileSync(join(folder, 'index.mjs'), 'utf8');
  const files = new Map<string, string>();
  for (const [, names = '', path = ''] of main.matchAll(/^import \{([^}]+)\} from "(\.[^"]+)"/gm))
    for (const name of names.split(',')) files.set(name.trim(), join(folder, path));
  return files;
}

const BARREL =
  /import\s*\{([^}]+)\}\s*from\s*['"](@mantine\/core|@mantine\/hooks|@tabler\/icons-react)['"];?/g;

/** What a stylesheet of Mantine's begins with: variables, and the rules that are of no component. */
const BASE_STYLES = ['baseline', 'default-css-variables', 'global'];
const ALL_STYLES = '@mantine/core/styles.layer.css';
const BASE_ID = '\0mantine-base-styles.css';

/**
 * Imports components and icons from their own files, and with each component its own styles. The bundler then sees who
 * uses what: nothing lies in a common chunk, or in the stylesheet, only because the package has one main module.
 */
export function directImports(): Plugin {
  const files: Record<string, Map<string, string>> = {
    '@mantine/core': filesOf(MANTINE),
    '@mantine/hooks': filesOf(HOOKS),
  };
  const direct = (code: string): string =>
    code.replace(BARREL, (_, names: string, from: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
        .map((name) => {
          const [exported = '', local = exported] = name.split(/\s+as\s+/);
          if (!files[from]) return `import ${local} from '${join(ICONS, `${exported}.mjs`)}';`;
          const file = files[from].get(exported);
          if (!file) throw new Error(`${from} gives out no ${exported}`);
          return `import { ${name} } from '${file}';`;
        })
        .join(''),
    );
  return {
    name: 'direct-imports',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id === ALL_STYLES ? BASE_ID : undefined),
    load: (id) =>
      id === BASE_ID
        ? BASE_STYLES.map((name) => readFileSync(join(STYLES, `${name}.layer.css`), 'utf8')).join('\n')
        : undefined,
    transform(code, id) {
      if (id.startsWith(MANTINE)) {
        const [, component] = /\/(\w+)\.module\.mjs$/.exec(id) ?? [];
        const style = component ? `import '${join(STYLES, `${component}.layer.css`)}';\n` : '';
        return { code: style + direct(code), map: null };
      }
      if (id.includes('/node_modules/')) return undefined;
      return { code: direct(code), map: null };
    },
  };
}

const OLD_FORMATS = /,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g;

/** Leaves out the fonts of formulas in formats that only browsers take which the client does not run in. */
export function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/katex/dist/') && id.endsWith('.css') ? code.replace(OLD_FORMATS, '') : undefined,
  };
}
