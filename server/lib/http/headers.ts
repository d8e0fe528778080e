import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { App } from '../call/serve.ts'

type HeaderValues = Record<string, string>
type Directives = Exclude<
  NonNullable<Exclude<FastifyHelmetOptions['contentSecurityPolicy'], boolean>>['directives'],
  undefined
>

/**
 * For pages: scripts from this server only. The component library needs inline styles for
 * positions.
 */
const pageDirectives: Directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  manifestSrc: ["'self'"],
  upgradeInsecureRequests: null,
}
/** The API reference needs no inline styles, because it sets styles with JavaScript only. */
const apiReferenceDirectives: Directives = { ...pageDirectives, styleSrc: ["'self'"] }
/** For replies of calls, which are data: opened as a page, they may do nothing. */
const apiDirectives: Directives = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
}

/** Disables browser features that no page uses, so that injected scripts cannot use them either. */
const permissionsPolicy = [
  ...[
    'accelerometer',
    'autoplay',
    'browsing-topics',
    'camera',
    'display-capture',
    'encrypted-media',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'screen-wake-lock',
    'serial',
    'storage-access',
    'usb',
    'xr-spatial-tracking',
  ].map(name => `${name}=()`),
  ...[
    'clipboard-write',
    'fullscreen',
    'publickey-credentials-create',
    'publickey-credentials-get',
  ].map(name => `${name}=(self)`),
].join(', ')

/** The page whose users scan barcodes with the camera. */
const cameraPage = '/packing'
const cameraPolicy = permissionsPolicy.replace('camera=()', 'camera=(self)')

/**
 * Headers that browsers read with documents only, and a policy that is their default. Scripts and styles
 * are sent without them.
 */
const documentHeaders = new Set([
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])

/** The route of the scripts, styles, fonts and images of the pages. */
export const assetRoute = '/assets/:name'

/** The route of the script that runs before the first paint of each page. */
const firstScriptRoute = '/skin.js'

/**
 * Sets the security headers of every reply. CORS stays closed. Pages can embed only `iframeOrigins`,
 * whose own policy decides who embeds them.
 */
export async function registerHeaders(
  app: FastifyInstance & Pick<App, 'config'>,
  iframeOrigins: readonly string[] = [],
): Promise<void> {
  const [pageHeaders, apiReferenceHeaders, apiHeaders] = await Promise.all([
    buildHeaders(app.config, { ...pageDirectives, frameSrc: [...iframeOrigins] }),
    buildHeaders(app.config, apiReferenceDirectives),
    buildApiHeaders(app.config),
  ])
  const scriptHeaders = Object.fromEntries(
    Object.entries(pageHeaders).filter(([name]) => !documentHeaders.has(name)),
  )
  app.addHook('onRequest', (request, reply, done) => {
    // The matched route decides, because a URL can be written in many ways. Without a route, the
    // URL itself decides.
    const { url: route = request.url } = request.routeOptions
    const isApiRoute = /^\/(api|health)(\/|$)/.test(route)
    if (isScript(route, request.params)) reply.headers(scriptHeaders)
    else if (route.startsWith('/api/docs')) reply.headers(apiReferenceHeaders)
    else reply.headers(isApiRoute ? apiHeaders : pageHeaders)
    if (route.split('?')[0] === cameraPage) reply.header('permissions-policy', cameraPolicy)
    done()
  })
}

const isScript = (route: string, params: unknown) =>
  route === firstScriptRoute ||
  (route === assetRoute && /\.(js|css)$/.test((params as { name: string }).name))

/**
 * Returns the headers of replies to calls. Browsers and proxies must not store a reply, because it
 * is personal.
 */
export const buildApiHeaders = async (config: Config): Promise<HeaderValues> => ({
  ...(await buildHeaders(config, apiDirectives)),
  'cache-control': 'no-store',
})

/**
 * Returns the headers that helmet sets. They are computed once, because helmet computes them for
 * each request, which took 5% of the time of a list.
 */
async function buildHeaders(config: Config, directives: Directives): Promise<HeaderValues> {
  const probe = Fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: config.publicUrl.startsWith('https:') && {
      maxAge: 63_072_000,
      includeSubDomains: true,
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  probe.get('/', (_request, reply) => reply.send(''))
  const { headers } = await probe.inject('/')
  await probe.close()
  const headerEntries = Object.entries(headers).flatMap(([name, value]) =>
    ['content-length', 'date', 'connection', 'content-type'].includes(name)
      ? []
      : [[name, String(value)]],
  )
  return { ...Object.fromEntries(headerEntries), 'permissions-policy': permissionsPolicy }
}
