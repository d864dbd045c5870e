import { relative } from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { AREAS, type Area, areaModules } from './client-graph.ts';

const CATALOG = /\.po\?area=(\w+)$/;
/** How a text is named in a module after Lingui's macros; a name is a hash of the text. */
const TEXT_ID = /\bid:\s*"([\w+/-]{6})"/g;

const marker = (area: string, locale: string): string => `catalog of ${area} in ${locale}`;

async function textsOf(path: string): Promise<{ locale: string; messages: Record<string, string> }> {
  const config = getConfig();
  const found = getCatalogForFile(relative(config.rootDir, path), await getCatalogs(config));
  if (!found) throw new Error(`${path} is no catalogue of lingui.config.ts`);
  const { fallbackLocales, sourceLocale = '' } = config;
  const { messages } = await found.catalog.getTranslations(found.locale, { fallbackLocales, sourceLocale });
  return { locale: found.locale, messages };
}

const compiled = (locale: string, messages: Record<string, string>): string =>
  createCompiledCatalog(locale, messages, { namespace: 'es' }).source;

/**
 * Loads `locales/vi.po?area=student`: the texts that this area's modules use and that everybody's do not. Which those are
 * is known when all modules are; a marker keeps their place until then.
 */
export function areaCatalogs(): Plugin {
  const texts = new Map<string, Record<string, string>>();
  const used = new Map<string, Set<string>>();
  let isBuild = false;
  let ofAreas: Map<Area, Set<string>> | undefined;
  return {
    name: 'area-catalogs',
    configResolved: ({ command, build }) => {
      isBuild = command === 'build' && !build.ssr;
    },
    load: {
      filter: { id: CATALOG },
      async handler(id) {
        const [path = '', area = ''] = id.split('?area=');
        const { locale, messages } = await textsOf(path);
        this.addWatchFile(path);
        // A development server, or what renders ahead, has no whole to look at: everything is in the first one.
        if (!isBuild) return { code: compiled(locale, area === 'base' ? messages : {}), moduleType: 'js' };
        texts.set(locale, messages);
        return { code: `export const messages = ${JSON.stringify(marker(area, locale))};`, moduleType: 'js' };
      },
    },
    transform: {
      order: 'post',
      handler(code, id) {
        if (!id.includes('/node_modules/'))
          used.set(id, new Set([...code.matchAll(TEXT_ID)].map(([, name]) => name!)));
      },
    },
    renderChunk(code) {
      const [place, area, locale] = /["'`]catalog of (\w+) in (\w+)["'`]/.exec(code) ?? [];
      if (!place) return null;
      if (!ofAreas) {
        const namesOf = (ids: Set<string>) => new Set([...ids].flatMap((id) => [...(used.get(id) ?? [])]));
        const modules = areaModules(this);
        ofAreas = new Map(AREAS.map((each) => [each, namesOf(modules.get(each) ?? new Set())]));
      }
      const everybodys = ofAreas.get('base')!;
      const names = ofAreas.get(area as Area) ?? new Set();
      const messages = Object.entries(texts.get(locale as string) ?? {}).filter(
        ([name]) => names.has(name) && (area === 'base' || !everybodys.has(name)),
      );
      const source = compiled(locale as string, Object.fromEntries(messages));
      const literal = /messages=(JSON\.parse\([\s\S]*\));?\s*$/.exec(source)?.[1];
      if (!literal) throw new Error('Lingui writes catalogues in another way now');
      return { code: code.replace(place, () => literal), map: null };
    },
  };
}
