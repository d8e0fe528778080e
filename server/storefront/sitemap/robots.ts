import type { FastifyInstance } from 'fastify'
import { languageCodes } from '#contract/lib/text/languages.ts'
import { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import { buildSecurityText } from '../../lib/http/security-text.ts'
import { getStoreUrl } from '../../store/rule/store-url.ts'
import { loadIndexedFrame, readPublishedStore } from '../page/read-store.ts'
import type { Storefront } from '../page/serve-page.ts'

/** Filters show parts of a list that crawlers already have. Pages lead to products. */
const filterNames = Object.keys(StorefrontListQuery.shape).filter(name => name !== 'page')
const rules = [
  ...['/search', '/cart', '/checkout'].flatMap(path => [
    `Disallow: ${path}`,
    ...languageCodes.map(code => `Disallow: /${code}${path}`),
  ]),
  ...filterNames.flatMap(name => [`Disallow: /*?${name}=`, `Disallow: /*&${name}=`]),
]

/** Serves robots.txt, which excludes a store that is not live or is hidden from search engines. */
export function serveRobots({ app, server }: Storefront) {
  server.get('/robots.txt', async (request, reply) => {
    const { storefrontHost } = request
    const frame = await readPublishedStore(app, storefrontHost, tx =>
      loadIndexedFrame(app, tx, storefrontHost),
    )
    const lines = frame ? [...rules, `Sitemap: ${frame.store.url}/sitemap.xml`] : ['Disallow: /']
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\n${lines.join('\n')}\n`)
  })
}

/** Stores that are not live or need a password are not listed, whatever their pages say. */
export function addRobotsHeader(server: FastifyInstance) {
  server.addHook('onRequest', async (request, reply) => {
    // A host without a store has been answered before.
    const { status, passwordId } = request.storefrontHost
    if (status !== 'live' || passwordId !== null) reply.header('x-robots-tag', 'noindex')
  })
}

/** Serves `security.txt` with the contact of the platform, if SECURITY_CONTACT is set. */
export function serveSecurityText({ app, server }: Storefront) {
  const { securityContact } = app.config
  if (securityContact === undefined) return
  server.get('/.well-known/security.txt', async (request, reply) =>
    reply
      .header('cache-control', 'max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(
        buildSecurityText(
          securityContact,
          getStoreUrl(app.config, request.storefrontHost.primaryHost),
        ),
      ),
  )
}
