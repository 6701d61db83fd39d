/** The calls of a content service as OpenAPI 3.1, for programs: `openapi.json` is made of the collections' descriptors and schemas. */
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../src/collections/index.ts';
import { FORMS, submitPath } from '../../src/forms/rules.ts';
import type { FieldNote } from '../../src/service/schemas/fields.ts';
import { exampleOf } from './apiPage.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const TEXT = { type: ['string', 'number', 'null'] };
const TYPES: Readonly<Record<FieldNote['type'], object>> = {
  'short text': TEXT,
  text: TEXT,
  HTML: { type: ['string', 'null'], contentMediaType: 'text/html' },
  date: ref('date'),
  address: { type: ['string', 'null'], format: 'uri' },
  references: ref('references'),
};
const reference = { anyOf: [{ type: 'string' }, { type: 'object' }] };
const SHARED = {
  date: { type: ['string', 'integer', 'null'], description: 'ISO 8601 date or date-time, or epoch milliseconds.' },
  references: { anyOf: [{ type: 'null' }, reference, { type: 'array', items: reference }] },
};

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});
const parameter = (name: string, where: 'path' | 'query') => ({ name, in: where, required: true, schema: { type: 'string' } });
const security = (isAuth: boolean) => (isAuth ? [{ token: [] }] : []);
const answers = (description: string, content: object, more: object = {}) => ({ '200': { description, content }, ...more });
const NONE = { '404': { description: 'There is none.' } };

async function item(name: CollectionName) {
  const { fields } = (await COLLECTIONS[name].schema()).read;
  const identity = { type: ['string', 'number'], description: 'Stays the same for ever.' };
  const known = Object.entries(fields).map(([field, { type, note }]) => [field, { ...TYPES[type], description: note }] as const);
  return [name, { type: 'object', properties: { _id: identity, ...Object.fromEntries(known) } }] as const;
}

async function list(name: CollectionName) {
  const { path, auth } = COLLECTIONS[name].call;
  const items = { type: 'array', items: ref(name) };
  const shapes = { anyOf: [items, { type: 'object', properties: { data: items }, required: ['data'] }] };
  const responses = answers('The list.', json(shapes, [await exampleOf(name)]), { '304': { description: 'It is unchanged.' } });
  const get = { operationId: name, security: security(auth), parameters: [parameter('code', 'path')], responses };
  return [path, { get }] as const;
}

function form(rules: (typeof FORMS)[keyof typeof FORMS]) {
  const isFile = rules.sent.length < rules.fields.length;
  const file = { type: 'string', contentMediaType: 'application/pdf' };
  const fields = rules.fields.map(({ name, kind }) => [name, kind === 'pdf' ? file : { type: 'string' }] as const);
  const schema = { type: 'object', properties: Object.fromEntries(fields) };
  const data = { type: 'object', properties: { data: { type: 'string' } }, required: ['data'] };
  const post = {
    operationId: rules.name,
    security: security(true),
    parameters: [parameter('code', 'path')],
    requestBody: { required: true, content: { [isFile ? 'multipart/form-data' : 'application/json']: { schema } } },
    responses: answers('It is stored.', json(rules.type ? {} : data)),
  };
  return [submitPath(rules, '{code}'), { post }] as const;
}

/** The text of `openapi.json`. */
export async function openApi(): Promise<string> {
  const image = { operationId: 'image', security: [], parameters: [parameter('reference', 'path')] };
  const album = { operationId: 'subGallery', security: [], parameters: [parameter('id', 'query')] };
  const paths = {
    ...Object.fromEntries(await Promise.all(COLLECTION_NAMES.map(list))),
    '/api/image/{reference}': { get: { ...image, responses: answers('Its bytes.', { '*/*': {} }, NONE) } },
    '/api/subGallery': { get: { ...album, responses: answers('The album.', json(ref('gallery')), NONE) } },
    ...Object.fromEntries(Object.values(FORMS).map(form)),
  };
  const schemas = { ...SHARED, ...Object.fromEntries(await Promise.all(COLLECTION_NAMES.map(item))) };
  const components = { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas };
  const info = { title: 'The content service', version: '1', description: 'API.md says how answers are read.' };
  const servers = [{ url: 'https://content.example.org', description: 'CONTENT_SERVICE_URL' }];
  return `${JSON.stringify({ openapi: '3.1.0', info, servers, paths, components }, null, 2)}\n`;
}
