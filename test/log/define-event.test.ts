import { Type } from '@sinclair/typebox';
import t from 'tap';
import { eventDefinitions } from '../../core/events.ts';
import { CardReviewUndone, CardReviewUndoneV1 } from '../../core/learning/learning.events.ts';
import { defineEvent, type FactOf, type NewEvent } from '../../core/log/define-event.ts';

const V1 = Type.Object({ by: Type.Integer() });
const V2 = Type.Object({ metres: Type.Integer() });
const V3 = Type.Object({ metres: Type.Integer(), up: Type.Boolean() });
const fromV1 = (data: { by: number }) => ({ metres: data.by });
const fromV2 = (data: { metres: number }) => ({ ...data, up: null });
const Climbed = defineEvent('Climbed', [V1, V2, V3], [fromV1, fromV2]);

const fact = {
  studentId: 1,
  id: '00000000-0000-4000-8000-000000000001',
  hash: '00',
  occurredAt: new Date(0),
};

t.test('an event is made in the version of its schema', async (t) => {
  t.same(Climbed.make(V2, { ...fact, data: { metres: 3 } }), {
    ...fact,
    type: 'Climbed',
    version: 2,
    data: { metres: 3 },
  });
  t.equal(Climbed.make(V3, { ...fact, data: { metres: 3, up: true } }).version, 3);
});

t.test('projections see the current version, and what an upcast could not know', async (t) => {
  const seen: FactOf<typeof Climbed>['data'][] = [
    { metres: 3, up: true },
    { metres: 3, up: null },
  ];
  t.equal(seen.length, 2);
  // @ts-expect-error an older version is never seen
  const wrong: FactOf<typeof Climbed>['data'] = { by: 3 };
  t.ok(wrong);
});

t.test('what is wrong is refused by the compiler', async (t) => {
  // @ts-expect-error the data of another version
  Climbed.make(V1, { ...fact, data: { metres: 3 } });
  // @ts-expect-error a field is missing
  CardReviewUndone.make(CardReviewUndoneV1, { ...fact, data: { review: fact.id } });
  // @ts-expect-error the schema of another type
  CardReviewUndone.make(V1, { ...fact, data: { by: 3 } });
  // @ts-expect-error an upcast is missing
  defineEvent('Climbed', [V1, V2, V3], [fromV1]);
  // @ts-expect-error an upcast too many
  defineEvent('Climbed', [V1], [fromV1]);
  // @ts-expect-error an upcast of another version
  defineEvent('Climbed', [V1, V2, V3], [fromV2, fromV2]);
  // @ts-expect-error nobody but a type makes an event
  const own: NewEvent = { ...fact, type: 'Climbd', version: 1, data: {} };
  t.ok(own);
});

t.test('no two types have one name, and each has its upcasts', async (t) => {
  const names = eventDefinitions.map(({ name }) => name);
  t.equal(new Set(names).size, names.length);
  for (const { name, versions, upcasts } of eventDefinitions)
    t.equal(upcasts.length, versions.length - 1, name);
});
