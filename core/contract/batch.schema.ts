import { type Static, Type } from '@sinclair/typebox';
import { BATCH_MAX } from './batch-limits.ts';
import { contracts } from './endpoint.ts';

/** A header of every GET that is part of a batch, whose answers are gathered in memory. */
export const BATCH_PART = 'batch-part';

/**
 * Relative, under `/api/`, no batch, no page of the documentation. Without a `.` or `..`, be it encoded, that would
 * lead elsewhere.
 */
const PART_URL = '^(?!.*/(?:\\.|%2[eE]){1,2}(?:[/?]|$))/api/(?!batch|docs)[!-"$-\\[\\]-~]*$';

export const BatchBody = Type.Object({
  requests: Type.Array(
    Type.Object({
      method: Type.Literal('GET'),
      url: Type.String({ pattern: PART_URL, maxLength: 2_000 }),
      params: Type.Optional(
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
      ),
      /** Accepted for the sake of the protocol; a GET carries none. */
      data: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: BATCH_MAX },
  ),
});
export type BatchBody = Static<typeof BatchBody>;

export const batch = contracts('Batch').post('/api/batch', {
  access: 'public',
  summary: "Several GETs in one call, with the caller's token; each answers for itself, in the order asked",
  body: BatchBody,
  returns: Type.Array(Type.Object({ status: Type.Integer(), data: Type.Unknown() })),
});
