import t from 'tap';
import { contracts } from '../contract/all-contracts.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';

const api = await startApi(t);

interface Operation {
  summary: string;
  description: string;
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: object };
  responses: Record<string, object>;
}

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const { status, body } = await api.raw<OpenApi>('GET', '/api/docs/json');

t.test('the documentation is OpenAPI, open to everybody', async (t) => {
  t.equal(status, 200);
  t.match(body.openapi, /^3\./);
  const page = await api.raw<string>('GET', '/api/docs/');
  t.equal(page.status, 200);
  t.match(page.headers['content-type'], /^text\/html/);
});

t.test('every contract is a documented call, and every documented call has its contract', async (t) => {
  const documented = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = contracts.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
  t.same(documented.sort(), expected.sort());
});

for (const { method, url, access, schema } of contracts)
  t.test(`${method} ${url} says who may call it, what it takes and what it answers`, async (t) => {
    const operation = body.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    t.equal(operation?.summary, schema.summary);
    t.equal(operation?.description, `For: ${access}`);
    t.same(operation?.security, access === 'public' ? undefined : [{ token: [] }]);
    t.same(Object.keys(operation?.responses ?? {}), Object.keys(schema.response));
    t.equal(operation?.requestBody !== undefined, schema.body !== undefined);
    const inPath = column(
      (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path'),
      'name',
    );
    t.same(
      inPath,
      [...url.matchAll(/:(\w+)/g)].map(([, name]) => name),
    );
  });
