import fc from 'fast-check'
import type { Route } from '#contract/lib/api.ts'
import { getRouteUrl } from '#contract/lib/api.ts'
import { toJsonSchema } from '../call/envelope.ts'

/** A request as it is put on the wire. `{{id 7}}` stands for the id of a row that earlier answers have named. */
export type HostileRequest = {
  route: Route
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
}

type HostileSchema = { [key: string]: unknown }
const isSchema = (value: unknown): value is HostileSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const filterSchemas = (value: unknown): HostileSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : []

/** What is sent to a text field by somebody who means harm, or whose keyboard is not ours. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202egpj.exe',
  '\u2028',
  '\u200b',
  '👩‍👩‍👧‍👦',
  `e${'\u0301'.repeat(300)}`,
  'é',
  '\u1100\u1161',
  '\u{10ffff}',
  '\u001b[31m',
  '\r\n',
  '\t',
  '%',
  '%00',
  '%zz',
  `\${jndi:ldap://x}`,
  '{{7*7}}',
  '<%=7*7%>',
  '../../etc/passwd',
  '..\\..\\x',
  "'",
  '"',
  '`',
  '\\',
  '--',
  '/*',
  ';',
  "' or 1=1 --",
  "'; drop table person; --",
  '$$',
  "a'||pg_sleep(3)||'",
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</script>',
  '<svg><style>',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'http://127.0.0.1:9999',
  'https://a@b',
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  'infinity',
  '__proto__',
  'constructor',
  'toString',
  'admin',
  '*',
  '%%%',
  '_',
  '<->',
  ':*',
  '((((',
  '^(a+)+$',
  'a.b@c',
  'a@b.c\r\nBcc: x@y.z',
  'ann@example.com',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '2026-03-29T02:30:00+99:99',
  '-271821-04-20',
  'x'.repeat(255),
  'x'.repeat(10_000),
  'W'.repeat(70_000),
  '9'.repeat(400),
  '1'.padEnd(30, '0'),
  '0x10',
  '1e3',
  '１００',
  'ﷺ'.repeat(40),
  'ß',
  'ı',
  'K',
  'USD',
  'de',
  'Europe/Berlin',
  '#fff',
  'red;}body{',
  'a,b,c',
  'title',
  '-createdAt',
  'price',
]
const edgeNumbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  1e-10,
  99.999_999,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  -1e21,
  1e308,
  5e-324,
]

const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    ...edgeNumbers,
    null,
    true,
    false,
    [],
    {},
    [[]],
    { $ne: null },
    { __proto__x: 1 },
    ['5'],
    [null],
    { length: 1e9 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
const idPlaceholder = fc.oneof(
  { weight: 5, arbitrary: fc.nat(10_000).map(n => `{{id ${n}}}`) },
  { weight: 1, arbitrary: fc.uuid() },
)

/** Mostly what the contract asks for, so that requests get past its checks; and everything else. */
function arbitraryForSchema(schema: HostileSchema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.constant(null)
  return fc.oneof(
    { weight: 12, arbitrary: plausibleValue(schema, depth) },
    { weight: 1, arbitrary: anyValue },
  )
}

function plausibleValue(schema: HostileSchema, depth: number): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...schema['enum'])
  const alternatives = [...filterSchemas(schema['anyOf']), ...filterSchemas(schema['oneOf'])]
  if (alternatives.length > 0)
    return fc.oneof(
      ...alternatives.map(one => arbitraryForSchema(one, depth)),
      ...(schema['nullable'] ? [fc.constant(null)] : []),
    )
  const [firstSchema] = filterSchemas(schema['allOf'])
  if (firstSchema) return arbitraryForSchema(firstSchema, depth)
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'object') return objectArbitrary(schema, depth)
  if (type === 'array')
    return fc.array(
      isSchema(schema['items']) ? arbitraryForSchema(schema['items'], depth + 1) : anyValue,
      {
        maxLength: 4,
      },
    )
  if (type === 'string') return textArbitrary(schema)
  if (type === 'integer' || type === 'number') return numberArbitrary(schema)
  if (type === 'boolean') return fc.boolean()
  return anyValue
}

function objectArbitrary(schema: HostileSchema, depth: number): fc.Arbitrary<unknown> {
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : []
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const fields = properties.map(([name, field]) => {
    const value = isSchema(field) ? arbitraryForSchema(field, depth + 1) : anyValue
    return fc
      .option(value, { freq: required.has(name) ? 30 : 1, nil: undefined })
      .map(given => (given === undefined ? [] : [[name, given]]))
  })
  const unknownField = fc.option(
    fc.tuple(
      fc.constantFrom(
        '_id',
        'businessId',
        'role',
        'business_id',
        'constructor',
        'x'.repeat(300),
        '',
        '\u0000',
        'é',
      ),
      anyValue,
    ),
    { freq: 1, nil: undefined },
  )
  return fc
    .tuple(fc.tuple(...fields), fc.nat(9), unknownField)
    .map(([given, dice, extra]) =>
      Object.fromEntries([...given.flat(), ...(extra && dice === 0 ? [extra] : [])]),
    )
}

function textArbitrary({
  format,
  maxLength,
  minLength,
  pattern,
}: HostileSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return idPlaceholder
  if (format === 'email') return fc.nat(10_000).map(n => `somebody${n}@example.com`)
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map(date => date.toISOString())
  const maxSize = typeof maxLength === 'number' ? maxLength : 200
  const minSize = typeof minLength === 'number' ? minLength : 0
  const edges = fc.constantFrom(
    'x'.repeat(maxSize),
    'x'.repeat(Math.min(maxSize + 1, 100_000)),
    'ä'.repeat(Math.min(maxSize, 5000)),
    '👍'.repeat(Math.min(maxSize, 5000)),
  )
  const ordinary = fc.oneof(
    fc.stringMatching(/^[a-z]{3,12}( [a-z]{2,9})?$/).map(text => text.padEnd(minSize, 'k')),
    ...(typeof pattern === 'string'
      ? [fc.constantFrom('a-b', 'USD', 'DE', '#a1b2c3', 'en', '/about', 'https://example.com/x')]
      : []),
  )
  return fc.oneof(
    { weight: 8, arbitrary: ordinary },
    { weight: 1, arbitrary: edges },
    { weight: 2, arbitrary: hostileText },
  )
}

function numberArbitrary({ minimum, maximum }: HostileSchema): fc.Arbitrary<unknown> {
  const [low, high] = [
    typeof minimum === 'number' ? minimum : -1000,
    typeof maximum === 'number' ? maximum : 1e15,
  ]
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: Math.max(low, -(2 ** 31)), max: Math.min(high, 2 ** 31 - 1) }),
    },
    { weight: 1, arbitrary: fc.constantFrom(low, low - 1, high, high + 1, ...edgeNumbers) },
  )
}

const toQueryValue = (value: unknown): string =>
  (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)) ?? ''
/** As an address has it. A lone surrogate has no such form and is sent as the bytes that some clients make of it. */
const percentEncode = (text: string) =>
  [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
const encodeForUrl = (text: string) =>
  text.startsWith('{{id') ? text : percentEncode(text.slice(0, 2000))

function urlArbitrary(route: Route): fc.Arbitrary<string> {
  const params = route.path.split('/').map(part => {
    if (!part.startsWith(':')) return fc.constant(part)
    const likely: fc.Arbitrary<unknown> =
      part === ':id' ? idPlaceholder : fc.stringMatching(/^[a-z-]{3,20}$/)
    return fc
      .oneof({ weight: 9, arbitrary: likely }, { weight: 1, arbitrary: hostileText })
      .map(value => encodeForUrl(String(value)))
  })
  const query =
    route.method === 'GET' || route.query !== undefined
      ? arbitraryForSchema(toJsonSchema(route.query, 'input'))
      : fc.constant(undefined)
  const trick = fc.constantFrom(
    ...Array<string>(20).fill(''),
    'page=1&page=2',
    'tag[]=1',
    'a[b]=c',
    '%zz',
    '&&&=',
    '__proto__=1',
    'q=%00',
    'q=%ed%a0%80',
    `q=${'x'.repeat(3000)}`,
  )
  return fc.tuple(fc.tuple(...params), query, trick).map(([parts, values, more]) => {
    const pairs = isSchema(values)
      ? Object.entries(values).map(
          ([name, value]) =>
            `${encodeURIComponent(name.toWellFormed())}=${encodeForUrl(toQueryValue(value))}`,
        )
      : []
    const search = [...pairs, ...(more ? [more] : [])].join('&').slice(0, 8000)
    return `${getRouteUrl({ path: parts.join('/') })}${search ? `?${search}` : ''}`
  })
}

/** The same JSON, damaged: cut, with a number beyond all numbers, with bytes that are no text, too deep, with keys twice. */
const bodyDamages: ((text: string) => string | Buffer)[] = [
  text => text.slice(0, -1),
  text => text.replace(/\d+/, '1e400'),
  text => text.replace(/\d+/, '9007199254740993'),
  text => text.replace(/"[^"]*"/, '"\\u0000"'),
  text => text.replace(/"[^"]*"$/, '"\\ud800"'),
  text =>
    Buffer.concat([
      Buffer.from(text.slice(0, 2)),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from(text.slice(2)),
    ]),
  text => `\ufeff${text}`,
  text => text.replace('{', '{"__proto__":{"a":1},'),
  text => text.replace('{', '{"constructor":{"prototype":{"a":1}},'),
  text => text.replace('{', `{"x":${'['.repeat(5000)}${']'.repeat(5000)},`),
  text => text.replace('{', `{"x":[${'0,'.repeat(60_000)}0],`),
  text => text.replace('{', `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":0`).join()},`),
  () => '',
  () => '[]',
  () => 'null',
  () => '"text"',
  () => '1',
  () => '{',
  text => `${text}${text}`,
  text => ' '.repeat(20_000) + text,
]

function bodyArbitrary(
  route: Route,
): fc.Arbitrary<{ body: Buffer | undefined; type: string | undefined }> {
  if (route.upload) return uploadArbitrary
  if (route.method === 'GET' || route.method === 'DELETE')
    return fc.constant({ body: undefined, type: undefined })
  const types = fc.constantFrom(
    ...Array<string>(24).fill('application/json'),
    'Application/JSON',
    'application/json; charset=utf-16',
    'application/json garbage',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  )
  return fc
    .tuple(
      arbitraryForSchema(toJsonSchema(route.body, 'input')),
      fc.nat(bodyDamages.length * 12),
      types,
    )
    .map(([value, dice, type]) => {
      const text = JSON.stringify(value) ?? ''
      return { body: Buffer.from(bodyDamages[dice]?.(text) ?? text), type }
    })
}

const uploadArbitrary = fc
  .tuple(
    hostileText,
    fc.constantFrom('file', 'kind', 'x', ''),
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'GIF89a',
      'Handle,Title\nx,=1\n',
      '',
      '<svg>',
    ),
    fc.constantFrom('--x--\r\n', '', '--x', '--y--'),
  )
  .map(([name, field, bytes, start, end]) => ({
    type: 'multipart/form-data; boundary=x',
    body: Buffer.concat([
      Buffer.from(
        `--x\r\ncontent-disposition: form-data; name="kind"\r\n\r\nproducts\r\n--x\r\ncontent-disposition: form-data; name="${field}"; filename="${name.replaceAll(/["\r\n]/g, '')}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      Buffer.from(start, 'latin1'),
      bytes,
      Buffer.from(`\r\n${end}`),
    ]),
  }))

const headerValue = fc.constantFrom(
  '',
  'x',
  '*',
  '"1"',
  'W/"1"',
  ',',
  '{}',
  'x'.repeat(256),
  'x'.repeat(3000),
  'é',
  '\tx',
  '0',
  '-1',
  '00000000-0000-7000-8000-0000000000ff',
)
const unusualHeaders = fc.option(
  fc.dictionary(
    fc.constantFrom(
      'authorization',
      'x-business-id',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'accept',
      'accept-language',
      'x-request-id',
      'last-event-id',
      'x-forwarded-for',
      'x-http-method-override',
      'content-encoding',
      'range',
      'expect',
      'origin',
    ),
    headerValue,
    { maxKeys: 3 },
  ),
  { freq: 1, nil: {} },
)

/** Requests to one call, `headers` being those of somebody who may make it. */
export function requestArbitrary(
  route: Route,
  headers: Record<string, string>,
): fc.Arbitrary<HostileRequest> {
  return fc
    .tuple(urlArbitrary(route), bodyArbitrary(route), fc.nat(9), unusualHeaders)
    .map(([url, { body, type }, dice, strange]) => ({
      route,
      url,
      body,
      headers: {
        ...headers,
        ...(type !== undefined && { 'content-type': type }),
        ...(dice === 0 && strange),
      },
    }))
}

/** The same with ids of rows that are there in their places. */
export function fillInIds(
  { url, body, ...rest }: HostileRequest,
  ids: readonly string[],
): HostileRequest {
  const substituteIds = (text: string) =>
    text.replaceAll(
      /\{\{id (\d+)\}\}/g,
      (_, n: string) =>
        ids[Number(n) % Math.max(1, ids.length)] ?? '00000000-0000-7000-8000-0000000000fe',
    )
  const isPlain = body?.includes('{{id')
  return {
    ...rest,
    url: substituteIds(url),
    body: body && isPlain ? Buffer.from(substituteIds(body.toString('latin1')), 'latin1') : body,
  }
}

/** Ids that an answer names. */
export const extractIds = (text: string) =>
  [...text.slice(0, 50_000).matchAll(/"_id":"([0-9a-f-]{36})"/g)].flatMap(([, id]) => id ?? [])

/** What is wrong with an answer; undefined if it is as every answer must be. */
export function findResponseProblem(
  status: number,
  text: string,
  isDownload: boolean,
): string | undefined {
  if (status >= 500) return `answers ${status}`
  if (status < 300 && isDownload) return undefined
  const parsed: unknown = tryParseJson(text)
  if (!isSchema(parsed) || typeof parsed['status'] !== 'boolean')
    return `answers ${status} in no shape of ours`
  if (parsed['status']) return undefined
  if (typeof parsed['message'] !== 'string' || !/^\S.*\S$/s.test(parsed['message']))
    return `answers ${status} without a sentence`
  return /node_modules|\bat \S+ \(|\.ts:\d|select .* from |insert into |SQLSTATE|syntax error at/i.test(
    JSON.stringify({ ...parsed, data: undefined }),
  )
    ? `answers ${status} and tells of its insides`
    : undefined
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
