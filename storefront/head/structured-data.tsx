import type { StorefrontLink, StorefrontPage } from '#contract/storefront-page.ts'
import { texts } from '../locales/texts.ts'
import { toAbsoluteUrl } from './absolute-url.ts'
import { describeProduct } from './describe-product.ts'
import type { JsonLd } from './json-ld.ts'

/** Describes the content of a page to search engines, in the vocabulary of schema.org. */
export function StructuredData({ page }: { page: StorefrontPage }) {
  return listEntities(page).map(entity => (
    <script
      key={String(entity['@type'])}
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: no tag can begin in the JSON
      dangerouslySetInnerHTML={{ __html: toScriptJson(entity) }}
    />
  ))
}

/** Texts of sellers may contain the end of the script, so no `<` remains. */
const toScriptJson = (entity: JsonLd) =>
  JSON.stringify({ '@context': 'https://schema.org', ...entity }).replaceAll('<', '\\u003c')

function listEntities(page: StorefrontPage): JsonLd[] {
  const { content, frame } = page
  switch (content.kind) {
    case 'home':
      return [describeOrganization(page), describeWebSite(page), ...describeFaq(content.sections)]
    case 'category':
      return [describeBreadcrumbs(frame, content.parents, content)]
    case 'product': {
      const { product, parents } = content
      const path = `/products/${product.slug}`
      return [
        describeProduct(product, page),
        describeBreadcrumbs(frame, parents, { name: product.title, path }),
      ]
    }
    default:
      return []
  }
}

function describeOrganization({ frame: { store, contact, social } }: StorefrontPage): JsonLd {
  const profiles = Object.values(social).filter(profile => profile !== '')
  return {
    '@type': 'Organization',
    '@id': `${store.url}/#organization`,
    name: store.name,
    url: `${store.url}/`,
    logo: toAbsoluteUrl(store.url, store.logo),
    email: contact.email || undefined,
    telephone: contact.phone || undefined,
    sameAs: profiles.length > 0 ? profiles : undefined,
  }
}

function describeWebSite({ frame: { store, language } }: StorefrontPage): JsonLd {
  return {
    '@type': 'WebSite',
    '@id': `${store.url}/#website`,
    name: store.name,
    url: `${store.url}/`,
    inLanguage: language,
    publisher: { '@id': `${store.url}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${store.url}/search?q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  }
}

type HomeSections = Extract<StorefrontPage['content'], { kind: 'home' }>['sections']

/** A page may have one FAQPage, so it contains the questions of all blocks. */
function describeFaq(sections: HomeSections): JsonLd[] {
  const questions = sections.flatMap(section =>
    section.type === 'block' && section.block.type === 'faq' ? section.block.questions : [],
  )
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

function describeBreadcrumbs(
  { store, language }: StorefrontPage['frame'],
  parents: readonly StorefrontLink[],
  current: { name: string; path: string },
): JsonLd {
  const links = [
    { label: texts[language].home, path: '/' },
    ...parents,
    { label: current.name, path: current.path },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: links.map(({ label, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: store.url + path,
    })),
  }
}
