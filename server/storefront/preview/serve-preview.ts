import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { encodePath } from '#contract/lib/text/url-path.ts'
import { Section } from '#contract/section/section-catalog.ts'
import { splitLanguage } from '#contract/storefront/storefront-language.ts'
import { ThemeSettings } from '#contract/theme/theme.ts'
import { createTemplates } from '#contract/theme/theme-template.ts'
import type { Config } from '../../config.ts'
import { sanitizeSection } from '../../theme/rule/sanitize-templates.ts'
import { getCatalogTheme } from '../../theme/rule/theme-catalog.ts'
import { parseSettings } from '../../theme/rule/theme-settings.ts'
import { addPathPrefix } from '../host/path-prefix.ts'
import { getStoreState, sendStatePage } from '../host/store-state.ts'
import { notFound } from '../host/storefront-content.ts'
import type { HostDirectory, Preview, StorefrontHost } from '../host/storefront-host.ts'
import { sendErrorPage, sendNotice } from '../page/error-page.ts'
import { getTemplateKind } from '../page/load-sections.ts'
import { type LoadContent, loadPage, type Storefront } from '../page/serve-page.ts'
import { openPreview } from './preview.ts'

const sectionPath = '/section'
const SectionRequest = z.object({
  path: z
    .string()
    .regex(/^\/(?!\/)/)
    .max(2000),
  section: Section,
  settings: ThemeSettings.optional(),
})

/**
 * Begins a request to the host of previews. It reads no cookies, and only the preview of a section
 * accepts a body.
 */
export async function beginPreview(
  storefront: Storefront,
  hosts: HostDirectory,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (/^\/assets\/[\w.-]+$/.test(request.url) && 'sendFile' in reply)
    return reply.sendFile(request.url.slice('/assets/'.length))
  // The page is neither compressed nor compared, because its links change before it is sent.
  for (const name of ['cookie', 'authorization', 'if-none-match', 'accept-encoding'])
    delete request.headers[name]
  const store = await openPreview(storefront.app, hosts, request)
  if (store === undefined || store === 'expired')
    return sendNotice(storefront, request, reply, {
      status: store ? 410 : 404,
      code: 'no_preview',
    })
  request.storefrontHost = store
  const state = getStoreState(store.status, request.url)
  if (state) return sendStatePage(storefront, request, reply, state)
  const post = store.preview?.post
  if (post && request.url.split('?')[0] === `/blog/${post._id}`)
    return reply.redirect(encodePath(post.path))
  const isSection = request.url === sectionPath && store.preview?.use === 'editor'
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isSection)
    return sendNotice(storefront, request, reply, { status: 403, code: 'preview_only' })
}

/** Sends the pages of previews with their own paths, to be stored, listed and framed by no one else. */
export function finishPreviews(server: FastifyInstance, config: Pick<Config, 'publicAddress'>) {
  const editorOrigin = config.publicAddress.origin
  server.addHook('onSend', async (request, reply, payload) => {
    // A host without a store has none.
    const host: StorefrontHost | undefined = request.storefrontHost
    if (!host?.preview) return payload
    const { preview, primaryHost } = host
    setPreviewHeaders(request, reply, preview.use === 'editor' ? editorOrigin : "'none'")
    const location = reply.getHeader('location')
    if (typeof location === 'string')
      reply.header('location', toPreviewUrl(location, primaryHost, preview))
    const isHtml = String(reply.getHeader('content-type')).startsWith('text/html')
    if (!isHtml || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload
    reply.removeHeader('content-length')
    const html = addPathPrefix(payload.toString(), preview.pathPrefix)
    // The only origin that the script of the preview exchanges messages with.
    return preview.use === 'editor'
      ? html.replace('<html ', `<html data-editor="${editorOrigin}" `)
      : html
  })
}

function setPreviewHeaders(request: FastifyRequest, reply: FastifyReply, frameAncestors: string) {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.headers({
    'content-security-policy': policy.replace(
      /frame-ancestors [^;]*/,
      `frame-ancestors ${frameAncestors}`,
    ),
    'cache-control': request.url.startsWith('/media/')
      ? 'private, max-age=31536000, immutable'
      : 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  for (const name of ['etag', 'set-cookie']) reply.removeHeader(name)
  // The policy replaces this header, which cannot name an origin.
  if (frameAncestors !== "'none'") reply.removeHeader('x-frame-options')
}

/** A redirect within the store stays in the preview. */
function toPreviewUrl(location: string, primaryHost: string, { pathPrefix }: Preview): string {
  if (/^\/(?!\/)/.test(location)) return pathPrefix + location
  const url = URL.parse(location)
  return url?.hostname === primaryHost ? pathPrefix + url.pathname + url.search : location
}

/** Serves the HTML of one section as it will be on a page, so that the editor replaces only this part. */
export function serveSectionPreview(storefront: Storefront) {
  storefront.server.post(sectionPath, async (request, reply) => {
    const { storefrontHost } = request
    const { preview } = storefrontHost
    if (preview?.use !== 'editor')
      return sendErrorPage(storefront, request, reply.header('allow', 'GET, HEAD'), 405)
    const body = SectionRequest.safeParse(request.body)
    if (!body.success) return sendErrorPage(storefront, request, reply, 422)
    const { path, section, settings } = body.data
    const schema = getCatalogTheme(preview.code).schema
    const { page } = await loadPage(
      storefront,
      {
        ...storefrontHost,
        preview: {
          ...preview,
          settings: { ...preview.settings, ...(settings && parseSettings(schema, settings)) },
          templates: createTemplates(() => [sanitizeSection(section)]),
        },
      },
      findPage(storefront, path),
    )
    return reply.type('text/html; charset=utf-8').send(storefront.renderer.renderContent(page))
  })
}

/** Each page consists of the section, also those that do not exist or have no sections. */
function findPage({ pages }: Storefront, target: string): LoadContent {
  const { pathname, searchParams } = new URL(splitLanguage(target).url, 'http://store')
  for (const find of pages) {
    const load = find(pathname, Object.fromEntries(searchParams))
    if (load)
      return async context => {
        const loaded = await load(context)
        const hasSections = loaded !== notFound && getTemplateKind(loaded.content) !== undefined
        return hasSections ? loaded : { ...notFound }
      }
  }
  return () => ({ ...notFound })
}
