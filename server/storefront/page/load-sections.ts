import { isTypedSection, type Section } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import type { StorefrontContent, StorefrontSection } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { loadSectionRecords, type SectionRecords } from './section-records.ts'
import { getSectionRequest, type SectionRequest } from './section-request.ts'

/** Returns the template of a page, or undefined for a page that sellers do not arrange. */
export function getTemplateKind({ kind }: StorefrontContent): TemplateKind | undefined {
  switch (kind) {
    case 'problem':
      return 'notFound'
    case 'products':
      return 'category'
    case 'policy':
      return 'content'
    case 'search':
    case 'blog':
    case 'post':
    case 'faq':
    case 'cart':
    case 'cartLink':
    case 'mailLink':
    case 'newsletter':
    case 'productAlert':
    case 'wishList':
    case 'account':
    case 'checkout':
    case 'payment':
    case 'order':
    case 'orderEdit':
      return undefined
    default:
      return kind
  }
}

/** The sections of a page: its own, and those of the header and the footer. */
export type PageSectionLists<Item> = Record<'header' | 'sections' | 'footer', Item[]>

/**
 * Returns the sections of the templates that a page shows. The checkout has a
 * frame of its own, and a missing page has none.
 */
export function selectSections(
  getTemplate: (kind: TemplateKind) => Section[],
  content: StorefrontContent | undefined,
): PageSectionLists<Section> {
  if (!content) return { header: [], sections: [], footer: [] }
  const kind = getTemplateKind(content)
  const hasFrame = content.kind !== 'checkout' && content.kind !== 'payment'
  return {
    header: hasFrame ? getTemplate('header') : [],
    sections: kind ? getTemplate(kind) : [],
    footer: hasFrame ? getTemplate('footer') : [],
  }
}

/**
 * Loads the visible sections of a page with their records. The number of statements does not depend
 * on the number of sections, and hidden sections load nothing.
 */
export async function loadSections(
  tx: Tx,
  { header, sections, footer }: PageSectionLists<Section>,
  content: StorefrontContent,
): Promise<PageSectionLists<StorefrontSection>> {
  const lists = [header, sections, footer].map(listRequests)
  const requestedSections = lists.flat()
  const records = await loadSectionRecords(
    tx,
    requestedSections.map(({ request }) => request),
    content.kind === 'product' ? content.product._id : undefined,
  )
  const [loadedHeader = [], loadedSections = [], loadedFooter = []] = lists.map(list =>
    list.map(({ section, request }) => ({ ...section, ...selectRecords(request, records) })),
  )
  return { header: loadedHeader, sections: loadedSections, footer: loadedFooter }
}

const listRequests = (sections: readonly Section[]) =>
  sections
    .filter(isTypedSection)
    .filter(({ isHidden }) => !isHidden)
    .map(section => ({ section, request: getSectionRequest(section) }))

const selectRecords = (
  {
    newest = 0,
    related = 0,
    boughtTogether = 0,
    ofCategory,
    products = [],
    categories = [],
    hasTopCategories,
  }: SectionRequest,
  records: SectionRecords,
): Pick<StorefrontSection, 'cards' | 'categories'> => ({
  cards: [
    ...records.newest.slice(0, newest),
    ...records.related.slice(0, related),
    ...records.boughtTogether.slice(0, boughtTogether),
    ...(ofCategory
      ? (records.cardsByCategory.get(ofCategory.id) ?? []).slice(0, ofCategory.count)
      : []),
    ...products.flatMap(id => records.cardsById.get(id.toLowerCase()) ?? []),
  ],
  categories: [
    ...(hasTopCategories ? records.topCategories : []),
    ...categories.flatMap(id => records.categoriesById.get(id.toLowerCase()) ?? []),
  ],
})
