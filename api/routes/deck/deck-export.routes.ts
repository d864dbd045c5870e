import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { requireDeck } from '../../../core/access/deck-access.ts';
import { orThrow } from '../../../core/contract/errors.ts';
import { deckApkg } from '../../../core/deck-export/deck-apkg.ts';
import { deckCsv } from '../../../core/deck-export/deck-csv.ts';
import { type ExportFormat, exportDeck } from '../../../core/deck-export/deck-export.schema.ts';
import { type DeckHead, deckHead } from '../../../core/deck-export/deck-rows.ts';
import { deckZip } from '../../../core/deck-export/deck-zip.ts';
import { attachment, exportFileName } from '../../../core/deck-export/export-file-name.ts';
import { endWhenStalled, refusePart } from '../../live/file-answer.ts';
import { EXPORT_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

const TYPES: Record<ExportFormat, string> = {
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
  apkg: 'application/apkg',
};

export const deckExportRoutes: FastifyPluginAsync<Services> = async (
  app,
  { clock, config, database, directory, storage },
) => {
  const { pool } = database;
  const uploads = resolve(config.DATA_DIR, 'uploads');

  const open: Record<ExportFormat, (deck: DeckHead) => Readable> = {
    zip: (deck) => deckZip({ pool, storage }, deck, new Date(clock.now())),
    csv: (deck) => deckCsv(pool, deck),
    apkg: (deck) => deckApkg({ pool, storage }, uploads, deck, new Date(clock.now())),
  };

  route(
    app,
    { ...exportDeck, exposeHeadRoute: false, config: { rateLimit: EXPORT_LIMIT } },
    async ({ account, params, query, headers }, _, reply) => {
      refusePart(headers, 'a file');
      await requireDeck(directory, account, params.deckId);
      const deck = orThrow(await deckHead(pool, params.deckId), 'deck_not_found');
      endWhenStalled(reply);
      return reply
        .type(TYPES[query.format])
        .header('content-disposition', attachment(exportFileName(deck.title, query.format)))
        .send(open[query.format](deck));
    },
  );
};
