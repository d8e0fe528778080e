import type { CmsSections } from '#contract/cms/cms.ts'
import { productFeedPaths, productFeeds } from '#contract/cms/sales-channel.ts'
import { toTextLine } from '#contract/lib/text/plain-text.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import { hasContent } from '../page/page-body.ts'
import { loadFrame, readPublishedStore } from '../page/read-store.ts'
import { createEtag, type Storefront, sendNotFound } from '../page/serve-page.ts'

const path = '/llms.txt'
const maxCategories = 100

type CategoryLink = { name: string; path: string; description: string }

/**
 * Serves `/llms.txt` (llmstxt.org), by which language models find their way in a store. Nothing is
 * served for a store that search engines may not list.
 */
export function serveLlmsText(storefront: Storefront) {
  const { app, server } = storefront
  server.get(path, async (request, reply) => {
    const { storefrontHost, headers } = request
    const { revision, primaryHost, language } = storefrontHost
    const text = await readPublishedStore(app, storefrontHost, async tx => {
      const { frame, sections } = await loadFrame(app, tx, storefrontHost)
      if (!frame.isIndexed) return undefined
      const categories = await tx<CategoryLink[]>`
        select name, '/categories/' || slug as path, description from category
        where store_id = current_store() and parent is null order by position, id limit ${maxCategories}`
      return writeLlmsText(frame, sections, categories)
    })
    if (text === undefined) return sendNotFound(storefront, request, reply)
    const etag = createEtag(`${path} ${primaryHost} ${language} ${revision}`)
    reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate')
    if (hasContent(headers, etag)) return reply.status(304).send()
    return reply.type('text/plain; charset=utf-8').send(text)
  })
}

const maxNoteLength = 200
const truncate = (text: string) => text.slice(0, maxNoteLength).toWellFormed()

/** A text within a line of Markdown. */
const escapeMarkdown = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[[\]\\<>`*_]/g, '\\$&')

function writeLlmsText(
  { store, language, languages, policyKinds, hasContactPage }: StorefrontFrame,
  { seo, channels }: Pick<CmsSections, 'seo' | 'channels'>,
  categories: readonly CategoryLink[],
): string {
  const toUrl = (target: string) => store.url + addLanguage(target, language, languages)
  const formatLink = (name: string, target: string, note = '') =>
    `- [${escapeMarkdown(name)}](${toUrl(target)})${note ? `: ${escapeMarkdown(note)}` : ''}`
  const writeSection = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [`## ${title}`, lines.join('\n')] : []
  const summary = seo.homeDescription || store.tagline
  const feeds = productFeeds.filter(feed => channels[feed])
  return [
    `# ${escapeMarkdown(store.name)}`,
    ...(summary ? [`> ${escapeMarkdown(summary)}`] : []),
    `An online store. Prices are in ${store.currency}. Shoppers pay on its checkout page.`,
    ...writeSection('Products', [
      formatLink('All products', '/products'),
      `- [Search](${toUrl('/search?q=')}): Append the words, percent-encoded.`,
      `- [Product data](${toUrl('/products/')}): Append the handle of a product and ".json".`,
      `- [Sitemap](${store.url}/sitemap.xml)`,
    ]),
    ...writeSection(
      'Categories',
      categories.map(({ name, path: target, description }) =>
        formatLink(name, target, truncate(toTextLine(description))),
      ),
    ),
    ...writeSection(
      'Product feeds',
      feeds.map(feed => formatLink(feed, productFeedPaths[feed])),
    ),
    ...writeSection('Policies', [
      ...policyKinds.map(kind => formatLink(kind, `/policies/${kind}`)),
      ...(hasContactPage ? [formatLink('Contact', '/pages/contact-us')] : []),
    ]),
  ]
    .join('\n\n')
    .concat('\n')
}
