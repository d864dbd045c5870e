import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { makeConfig } from '@lingui/conf';
import t from 'tap';
import settings from '../../lingui.config.ts';

t.test('LNG-07 a text that has no Vietnamese yet shows in English', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nho-locales-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const text = (vietnamese: string): string => `msgid "Reveal"\nmsgstr "${vietnamese}"\n`;
  writeFileSync(join(folder, 'en.po'), text('Reveal'));

  const config = makeConfig({
    ...settings,
    rootDir: folder,
    catalogs: [{ path: join(folder, '{locale}'), include: [] }],
  });
  const shown = async (vietnamese: string): Promise<unknown> => {
    writeFileSync(join(folder, 'vi.po'), text(vietnamese));
    const [catalog] = await getCatalogs(config);
    const { messages } = await catalog!.getTranslations('vi', {
      fallbackLocales: config.fallbackLocales ?? {},
      sourceLocale: config.sourceLocale ?? '',
    });
    return Object.values(messages);
  };
  t.same(await shown('Lật thẻ'), ['Lật thẻ']);
  t.same(await shown(''), ['Reveal']);
});
