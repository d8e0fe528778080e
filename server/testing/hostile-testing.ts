import fc from 'fast-check'
import type { Route } from '#contract/lib/call/api.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { toJsonSchema } from '../lib/call/envelope.ts'
import { arbitraryForSchema, isSchema } from './hostile-schema.ts'
import { bodyDamages, hostileText, idPlaceholder } from './hostile-values.ts'

/** A raw request. `{{id 7}}` is a placeholder for the id of a row that an earlier reply contained. */
export type HostileRequest = {
  route: Route
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const toQueryValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
/**
 * Encodes each byte. A lone surrogate, which has no UTF-8 form, is sent as U+FFFD like some clients
 * do.
 */
const percentEncode = (text: string) =>
  [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
const encodeForUrl = (text: string) =>
  text.startsWith('{{id') ? text : percentEncode(text.slice(0, 2000))

/** Created once, because fast-check prepares a pattern for milliseconds. */
const slug = fc.stringMatching(/^[a-z-]{3,20}$/)

function createUrlArbitrary(route: Route): fc.Arbitrary<string> {
  const params = route.path.split('/').map(part => {
    if (!part.startsWith(':')) return fc.constant(part)
    const likely: fc.Arbitrary<unknown> = part === ':id' ? idPlaceholder : slug
    return fc
      .oneof({ weight: 9, arbitrary: likely }, { weight: 1, arbitrary: hostileText })
      .map(value => encodeForUrl(String(value)))
  })
  const query =
    route.method === 'GET' || route.query !== undefined
      ? arbitraryForSchema(toJsonSchema(route.query, 'input'))
      : fc.constant(undefined)
  const unusualSearch = fc.constantFrom(
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
  return fc.tuple(fc.tuple(...params), query, unusualSearch).map(([parts, values, extra]) => {
    const pairs = isSchema(values)
      ? Object.entries(values).map(
          ([name, value]) =>
            `${encodeURIComponent(name.toWellFormed())}=${encodeForUrl(toQueryValue(value))}`,
        )
      : []
    const search = [...pairs, ...(extra ? [extra] : [])].join('&').slice(0, 8000)
    return `${getRouteUrl({ path: parts.join('/') })}${search ? `?${search}` : ''}`
  })
}

function createBodyArbitrary(
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

const cleanFileName = (name: string) => name.replaceAll(/["\r\n]/g, '')

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
        [
          '--x',
          'content-disposition: form-data; name="kind"',
          '',
          'products',
          '--x',
          `content-disposition: form-data; name="${field}"; filename="${cleanFileName(name)}"`,
          'content-type: image/png',
          '',
          '',
        ].join('\r\n'),
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

/** Generates requests to one call. `headers` are those of a person who may call it. */
export function createRequestArbitrary(
  route: Route,
  headers: Record<string, string>,
): fc.Arbitrary<HostileRequest> {
  return fc
    .tuple(createUrlArbitrary(route), createBodyArbitrary(route), fc.nat(9), unusualHeaders)
    .map(([url, { body, type }, dice, unusual]) => ({
      route,
      url,
      body,
      headers: {
        ...headers,
        ...(type !== undefined && { 'content-type': type }),
        ...(dice === 0 && unusual),
      },
    }))
}

/** Returns the request with the ids of existing rows in place of its placeholders. */
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
  const hasPlaceholder = body?.includes('{{id')
  return {
    ...rest,
    url: substituteIds(url),
    body:
      body && hasPlaceholder ? Buffer.from(substituteIds(body.toString('latin1')), 'latin1') : body,
  }
}

/** Returns the ids in a reply. */
export const extractIds = (text: string) =>
  [...text.slice(0, 50_000).matchAll(/"_id":"([0-9a-f-]{36})"/g)].flatMap(([, id]) => id ?? [])

/** Returns the defect of a reply, or undefined if it is a valid reply of the server. */
export function findResponseProblem(
  status: number,
  text: string,
  isDownload: boolean,
): string | undefined {
  if (status >= 500) return `answers ${status}`
  if (status < 300 && isDownload) return undefined
  const parsed: unknown = tryParseJson(text)
  if (!isSchema(parsed) || typeof parsed['status'] !== 'boolean')
    return `answers ${status} without an envelope`
  if (parsed['status']) return undefined
  if (typeof parsed['message'] !== 'string' || !/^\S.*\S$/s.test(parsed['message']))
    return `answers ${status} without a message`
  return /node_modules|\bat \S+ \(|\.ts:\d|select .* from |insert into |SQLSTATE|syntax error at/i.test(
    JSON.stringify({ ...parsed, data: undefined }),
  )
    ? `answers ${status} and reveals internals`
    : undefined
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
