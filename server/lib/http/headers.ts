import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify from 'fastify'
import type { Config } from '../../config.ts'
import type { App } from '../call/serve.ts'

type HeaderValues = Record<string, string>
type Directives = Exclude<
  NonNullable<Exclude<FastifyHelmetOptions['contentSecurityPolicy'], boolean>>['directives'],
  undefined
>

/** What the pages need: their own scripts and nothing inline. Styles may be inline: the component library sets positions that way. */
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
/** The API reference sets styles by script only. */
const apiReferenceDirectives: Directives = { ...pageDirectives, styleSrc: ["'self'"] }
/** An answer to a call is data. Opened as a page of its own it may do nothing. */
const apiDirectives: Directives = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
}

/** What no page of ours uses, and so no script that got in may use either. Passkeys and copying are used by our own pages. */
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

/** Headers that narrow what a browser may do with an answer. Nothing ever allows another origin: CORS stays closed. */
export async function registerHeaders(app: App): Promise<void> {
  const [pageHeaders, apiReferenceHeaders, apiHeaders] = await Promise.all([
    buildHeaders(app.config, pageDirectives),
    buildHeaders(app.config, apiReferenceDirectives),
    buildApiHeaders(app.config),
  ])
  app.addHook('onRequest', (request, reply, done) => {
    // By the route that was found: an address may spell the same one in many ways. What is none is told by how it begins.
    const { url: route = request.url } = request.routeOptions
    const isApiRoute = /^\/(api|health)(\/|$)/.test(route)
    if (route.startsWith('/api/docs')) reply.headers(apiReferenceHeaders)
    else reply.headers(isApiRoute ? apiHeaders : pageHeaders)
    done()
  })
}

/** The headers of an answer to a call. None is kept by a browser or a proxy on the way: it is one person's. */
export const buildApiHeaders = async (config: Config): Promise<HeaderValues> => ({
  ...(await buildHeaders(config, apiDirectives)),
  'cache-control': 'no-store',
})

/** What helmet sets, asked of it once: it works the same out anew for each request, which took a twentieth of a list's time. */
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
