import type { SeededRandom } from '../../seed/seeded-random.ts'

/** The bytes of a request, one character each, as no HTTP client would send them. */
export type RawRequest = { method: string; target: string; host: string; text: string }
type Hosts = { own: string; secondary: string; strange: string }
type List = readonly [string, ...string[]]

export const foreignHost = 'foreign.example'

const paths: List = [
  '/',
  '/products',
  '/products/cup',
  '/products/cup.json',
  '/products/none',
  '/products/old-cup',
  '/categories/cup',
  '/pages/cup',
  '/policies/privacy',
  '/policies/none',
  '/search',
  '/search/suggest',
  '/cart',
  '/password',
  '/section',
  '/old-cup',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/1.xml',
  '/theme.css',
  '/assets/elements.js',
  '/media/0198c0de-0000-7000-8000-000000000001/0198c0de-0000-7000-8000-000000000002/1200.webp',
  '/.well-known/security.txt',
  // Paths of the back office.
  '/api/business/getAll',
  '/api/docs',
  '/login',
  '/index.html',
  '/page-paths.json',
  '/health-tea',
  '/health/tea',
  '/metrics-of-tea',
  '/metrics/../products',
]
const prefixes: List = [
  '',
  '',
  '',
  '/en',
  '/de',
  '/fr',
  '/EN',
  '/de/de',
  '/en/de',
  '/de%2f',
  '//de',
]
const queries: List = [
  '?',
  '?page=1',
  '?page=-1&sort=__proto__',
  '?page=99999999999999999999',
  '?variant=0198c0de-0000-7000-8000-000000000001',
  '?variant[]=1&variant[a]=2',
  '?sent=1&sent=2',
  '?q=cup',
  '?q=%00&q=%ff',
  '?q=%3Cscript%3Ealert(1)%3C/script%3E',
  '?q=%25%5f%27%22',
  '?priceFrom=1e9&priceTo=NaN',
  '?option=Size:%00&vendor=%ED%A0%80',
  `?next=//${foreignHost}&from=https://${foreignHost}`,
  '?__proto__[a]=1&constructor=2',
  '?%',
  '?a=1?b=2#c',
  `?${'a=1&'.repeat(400)}`,
  `?q=${'%F0%9F%92%A9'.repeat(200)}`,
]
/** Replaces a slash. */
const slashes: List = [
  '//',
  '/./',
  '/../',
  '%2f',
  '%2F',
  '%252f',
  '%5c',
  '\\',
  '/;/',
  '/%2e/',
  '/%2e%2e/',
]
/** Added somewhere in the path. */
const insertions: List = [
  '%00',
  '%0d%0aset-cookie:%20a=1',
  '%0a',
  '%20',
  '+',
  '%',
  '%2',
  '%zz',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%e2%80%ae',
  '%C3%9C',
  'ü',
  '\u00ff',
  '\u0000',
  '\u0001',
  '\u007f',
  '\t',
  ' ',
  "'--",
  '"><svg onload=alert(1)>',
  '{{7*7}}',
  '<%=7*7%>',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '*',
  ':slug',
  '__proto__',
  '%E0%A4%A',
  '%F0%9F%92%A9',
]
const ends: List = [
  '/',
  '//',
  '.',
  '..',
  '/.',
  '/..',
  '%20',
  '%00',
  ';a=b',
  '#a',
  '.json',
  '.JSON',
  '~',
  '/index.html',
]
/** Prefixes that some clients read as the start of another host. */
const foreignStarts: List = [
  `//${foreignHost}`,
  `///${foreignHost}`,
  `/\\${foreignHost}`,
  `\\\\${foreignHost}`,
  `/%2f${foreignHost}`,
  `/%5c${foreignHost}`,
  `/%09/${foreignHost}`,
  `/.//${foreignHost}`,
  `/en//${foreignHost}`,
  `/de//${foreignHost}`,
  `/en/%2f${foreignHost}`,
  `/en\\${foreignHost}`,
  `/https://${foreignHost}`,
  `http://${foreignHost}`,
  `https:${foreignHost}`,
  `javascript:alert(1)//${foreignHost}`,
  `@${foreignHost}`,
  `.${foreignHost}`,
]
const otherMethods: List = ['HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'PROPFIND']

/** Returns a request that no page of the store leads to. */
export function createHostileRequest(random: SeededRandom, hosts: Hosts): RawRequest {
  const method = random.chance(0.7) ? 'GET' : random.pick(otherMethods)
  const target = createTarget(random)
  const host = createHost(random, hosts)
  const headers = [`Host: ${host}`, 'Connection: close', ...createHeaders(random, hosts)]
  const text = [`${method} ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n')
  return { method, target, host, text }
}

function createTarget(random: SeededRandom): string {
  if (random.chance(0.02))
    return random.pick(['*', '', `/${'a'.repeat(9000)}`, `/${'%2e/'.repeat(2500)}`])
  let path = random.pick(prefixes) + random.pick(paths)
  if (random.chance(0.15)) path = random.pick(foreignStarts) + path
  for (let changes = random.integer(0, 2); changes > 0; changes--) path = changePath(random, path)
  return path + (random.chance(0.3) ? random.pick(queries) : '')
}

function changePath(random: SeededRandom, path: string): string {
  const at = random.integer(0, path.length)
  const insert = (text: string) => path.slice(0, at) + text + path.slice(at)
  const replaceAt = (index: number, replace: (character: string) => string) =>
    path.slice(0, index) + replace(path.charAt(index)) + path.slice(index + 1)
  const slashAt = Math.max(0, path.indexOf('/', at))
  switch (random.integer(0, 7)) {
    case 0:
      return replaceAt(at, encodeCharacter)
    case 1:
      return replaceAt(at, character => encodeCharacter(encodeCharacter(character)))
    case 2:
      return replaceAt(slashAt, () => random.pick(slashes))
    case 3:
      return insert(random.pick(insertions))
    case 4:
      return path + random.pick(ends)
    case 5:
      return replaceAt(at, character => character.toUpperCase())
    case 6:
      return path.toUpperCase()
    default:
      return insert(random.pick(['a', '%61', '/x', '-']).repeat(random.integer(1, 400)))
  }
}

/** Encodes the first character, whatever it is. */
const encodeCharacter = (text: string) =>
  text && `%${text.charCodeAt(0).toString(16).padStart(2, '0')}${text.slice(1)}`

function createHost(random: SeededRandom, { own, secondary, strange }: Hosts): string {
  if (random.chance(0.6)) return own
  return random.pick([
    secondary,
    own.toUpperCase(),
    `${own}.`,
    `${own}..`,
    `${own}:80`,
    `${own}:65535`,
    `${own}:`,
    `${own}:99999999`,
    `${own.toUpperCase()}.:443`,
    `.${own}`,
    `www.${own}`,
    `${foreignHost}@${own}`,
    `${own}@${foreignHost}`,
    `${own}/${foreignHost}`,
    `${own}#${foreignHost}`,
    `${own}, ${strange}`,
    `${own}%00.${foreignHost}`,
    `${own}\u00a0`,
    `xn--${own}`,
    'xn--a',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(300)}example`,
    '[2001:db8::1]x',
    "' or 1=1 --",
    foreignHost,
  ])
}

function createHeaders(random: SeededRandom, { strange }: Hosts): string[] {
  if (random.chance(0.8)) return []
  return [
    random.pick([
      `X-Forwarded-Host: ${strange}`,
      `Forwarded: host=${strange};proto=https`,
      `X-Original-URL: //${foreignHost}`,
      `X-Rewrite-URL: /login`,
      `Host: ${strange}`,
      `Referer: https://${foreignHost}/`,
      'Accept: text/html',
      'Accept: application/json',
      'Accept-Language: ../../../../etc/passwd',
      'Accept-Encoding: br',
      'If-None-Match: *',
      'Range: bytes=0-10,5-6,0-0',
      'Cookie: cart=%00; __Host-store-access=x',
      'Authorization: Bearer none',
      'Content-Type: application/x-www-form-urlencoded',
    ]),
  ]
}
