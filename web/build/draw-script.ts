import { join } from 'node:path';
import { build } from 'vite';

/** Returns the script that shows users what was rendered ahead, as it stands in documents. */
export async function drawScript(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, '../app/draw-ahead.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('The script of documents was not built');
  const { code } = output.output[0];
  if (code.includes('</')) throw new Error('The script of documents would end too early');
  return code.trim();
}
