import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import { encodePath } from '#contract/lib/text/url-path.ts'
import { feedPath } from '#contract/storefront/storefront-blog.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import { hasContent } from '../page/page-body.ts'
import { loadFrame, readPublishedStore } from '../page/read-store.ts'
import { createEtag, type Storefront, sendNotFound } from '../page/serve-page.ts'
import { loadTextCards } from '../page/text-cards.ts'
import { isPublishedPost } from './load-blog.ts'

const maxEntries = 20

type FeedRow = {
  id: string
  title: string
  slug: string
  excerpt: string
  body: string
  author: string
  tags: string[]
  publishAt: Date | string
  updatedAt: Date | string
}

/** Serves the newest posts as an Atom feed (RFC 4287). */
export function serveFeed(storefront: Storefront) {
  const { app, server } = storefront
  server.get(feedPath, async (request, reply) => {
    const { storefrontHost, headers } = request
    const { revision, primaryHost, language } = storefrontHost
    // The revision also changes at the moment of a scheduled post.
    const etag = createEtag(`${feedPath} ${primaryHost} ${language} ${revision}`)
    reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate')
    if (hasContent(headers, etag)) return reply.status(304).send()
    const feed = await readPublishedStore(app, storefrontHost, async tx => {
      const [{ frame }, rows] = await Promise.all([
        loadFrame(app, tx, storefrontHost),
        tx<FeedRow[]>`
          select p.id, p.title, p.slug, p.excerpt, p.body, p.author, p.tags, p.publish_at,
            greatest(p.updated_at, p.publish_at) as updated_at
          from post p where ${isPublishedPost(tx)}
          order by p.publish_at desc, p.id desc limit ${maxEntries}`,
      ])
      const cards = await loadTextCards(tx, rows)
      return rows.length > 0 && writeFeed({ ...frame, cards }, rows)
    })
    if (!feed) return sendNotFound(storefront, request, reply)
    return reply.type('application/atom+xml; charset=utf-8').send(feed)
  })
}

function writeFeed(frame: StorefrontFrame, rows: readonly FeedRow[]): string {
  const { store, language, languages } = frame
  const getUrl = (path: string) => store.url + addLanguage(path, language, languages)
  const updatedAt = Math.max(...rows.map(row => new Date(row.updatedAt).getTime()))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languages[0] ?? language}">`,
    `<id>${escapeHtml(getUrl('/blog'))}</id>`,
    `<title>${escapeHtml(store.name)}</title>`,
    ...(store.tagline ? [`<subtitle>${escapeHtml(store.tagline)}</subtitle>`] : []),
    `<link rel="self" type="application/atom+xml" href="${escapeHtml(getUrl(feedPath))}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(getUrl('/blog'))}"/>`,
    `<updated>${new Date(updatedAt).toISOString()}</updated>`,
    ...rows.map(row => writeEntry({ ...row, body: linkProducts(row.body, frame) }, store, getUrl)),
    '</feed>\n',
  ].join('\n')
}

function writeEntry(
  row: FeedRow,
  store: StorefrontFrame['store'],
  getUrl: (path: string) => string,
): string {
  return [
    '<entry>',
    `<id>urn:uuid:${row.id}</id>`,
    `<title>${escapeHtml(row.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(getUrl(`/blog/${row.slug}`))}"/>`,
    `<published>${new Date(row.publishAt).toISOString()}</published>`,
    `<updated>${new Date(row.updatedAt).toISOString()}</updated>`,
    `<author><name>${escapeHtml(row.author || store.name)}</name></author>`,
    ...row.tags.map(tag => `<category term="${escapeHtml(tag)}"/>`),
    ...(row.excerpt ? [`<summary>${escapeHtml(row.excerpt)}</summary>`] : []),
    `<content type="html">${escapeHtml(toAbsoluteLinks(row.body, store.url))}</content>`,
    '</entry>',
  ].join('\n')
}

/** Readers show a product as a link to it. */
const linkProducts = (html: string, { cards }: Pick<StorefrontFrame, 'cards'>) =>
  html.replaceAll(/<div data-product="([\w-]+)"><\/div>/g, (_, id: string) => {
    const card = cards[id]
    return card ? `<p><a href="${encodePath(card.path)}">${escapeHtml(card.title)}</a></p>` : ''
  })

/** Readers show the text outside the store. */
const toAbsoluteLinks = (html: string, storeUrl: string) =>
  html.replaceAll(/ (src|href)="(\/(?!\/)[^"]*)"/g, ` $1="${storeUrl}$2"`)
