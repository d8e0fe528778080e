import type { StorefrontPost, StorefrontQuestion } from '#contract/storefront/storefront-blog.ts'
import type {
  StorefrontContent,
  StorefrontLink,
  StorefrontPage,
} from '#contract/storefront/storefront-page.ts'
import { texts } from '../locales/texts.ts'
import { toAbsoluteUrl } from './absolute-url.ts'
import { describeProduct } from './describe-product.ts'
import type { JsonLd } from './json-ld.ts'
import { getPageUrl } from './page-url.ts'

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

const listEntities = (page: StorefrontPage): JsonLd[] => [
  ...describeContent(page),
  ...describeFaq(listQuestions(page)),
]

function describeContent(page: StorefrontPage): JsonLd[] {
  const { content, frame } = page
  switch (content.kind) {
    case 'home':
      return [describeOrganization(page), describeWebSite(page)]
    case 'category':
      return [describeBreadcrumbs(frame, content.parents, content)]
    case 'product': {
      const { product, parents } = content
      const path = `/products/${product.slug}`
      return [
        describeProduct(content, page),
        describeBreadcrumbs(frame, parents, { name: product.title, path }),
      ]
    }
    case 'post':
      return [
        describePost(page, content.post),
        describeBreadcrumbs(
          frame,
          [{ label: texts[frame.language]('blog.title'), path: '/blog' }],
          {
            name: content.post.title,
            path: content.post.path,
          },
        ),
      ]
    case 'content':
      return [describeContentPage(page, content)]
    default:
      return []
  }
}

/** Search engines show the date of an article. The page for contact has a type of its own. */
function describeContentPage(
  { frame, head }: StorefrontPage,
  { title, contactForm, updatedAt }: Extract<StorefrontContent, { kind: 'content' }>,
): JsonLd {
  const { store } = frame
  const url = getPageUrl(frame, head.canonicalPath)
  if (contactForm) return { '@type': 'ContactPage', name: title, url }
  const author = { '@type': 'Organization', name: store.name, url: `${store.url}/` }
  return {
    '@type': 'Article',
    headline: title,
    description: head.description || undefined,
    image: toAbsoluteUrl(store.url, store.shareImage),
    dateModified: updatedAt,
    mainEntityOfPage: url,
    author,
    publisher: { ...author, logo: toAbsoluteUrl(store.url, store.logo) },
  }
}

function describePost({ frame, head }: StorefrontPage, post: StorefrontPost): JsonLd {
  const { store } = frame
  const publisher = { '@type': 'Organization', name: store.name, url: `${store.url}/` }
  return {
    '@type': 'Article',
    headline: post.title,
    description: head.description || undefined,
    image: toAbsoluteUrl(store.url, post.cover || store.shareImage),
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    keywords: post.tags.length > 0 ? post.tags.join(', ') : undefined,
    mainEntityOfPage: getPageUrl(frame, head.canonicalPath),
    author: post.author ? { '@type': 'Person', name: post.author } : publisher,
    publisher: { ...publisher, logo: toAbsoluteUrl(store.url, store.logo) },
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

function describeWebSite({ frame }: StorefrontPage): JsonLd {
  const { store, language } = frame
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
        urlTemplate: getPageUrl(frame, '/search?q={search_term_string}'),
      },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** Returns the questions of the page that has all of them, or those of all sections. */
const listQuestions = ({ content, sections }: StorefrontPage): StorefrontQuestion[] =>
  content.kind === 'faq'
    ? content.groups.flatMap(({ questions }) => questions)
    : sections
        .flatMap(section => (section.type === 'faq' ? section.items : []))
        .map(({ settings }) => settings)
        .filter(({ question }) => question !== '')

/** A page may have one FAQPage, so it contains all questions of the page. */
function describeFaq(questions: readonly StorefrontQuestion[]): JsonLd[] {
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

function describeBreadcrumbs(
  frame: StorefrontPage['frame'],
  parents: readonly StorefrontLink[],
  current: { name: string; path: string },
): JsonLd {
  const t = texts[frame.language]
  const links = [
    { label: t('home'), path: '/' },
    ...parents,
    { label: current.name, path: current.path },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: links.map(({ label, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: getPageUrl(frame, path),
    })),
  }
}
