import type { StorefrontContent, StorefrontPage } from '#contract/storefront-page.ts'
import { SocialTags } from './head/social-tags.tsx'
import { StructuredData } from './head/structured-data.tsx'
import { texts } from './locales/texts.ts'
import { CategoryPage } from './page/category-page.tsx'
import { ContentPage } from './page/content-page.tsx'
import { ProblemPage } from './page/problem-page.tsx'
import { ProductPage } from './page/product-page.tsx'
import { ProductsPage } from './page/products-page.tsx'
import { SearchPage } from './page/search-page.tsx'
import { StoreHomePage } from './page/store-home-page.tsx'
import { FrameProvider } from './part/page-context.tsx'
import { ThemePartsProvider } from './part/theme-parts.tsx'
import { findThemeParts } from './theme/find-theme-parts.ts'

/** The whole document of a page. */
export function PageDocument({ page }: { page: StorefrontPage }) {
  const { frame, content } = page
  const parts = findThemeParts(frame.theme.code)
  return (
    <FrameProvider value={frame}>
      <html lang={frame.language} dir={frame.direction} data-theme={frame.theme.code}>
        <PageHead page={page} />
        <body {...toLayoutAttributes(page)}>
          <a className="skip-link" href="#content">
            {texts[frame.language].skipToContent}
          </a>
          <ThemePartsProvider value={parts}>
            <parts.StoreHeader />
            <main id="content" tabIndex={-1}>
              <PageContent content={content} />
            </main>
            <parts.StoreFooter />
          </ThemePartsProvider>
        </body>
      </html>
    </FrameProvider>
  )
}

/** The settings of the theme that style sheets select by. */
const toLayoutAttributes = ({ frame, content }: StorefrontPage) => {
  const { settings } = frame.theme
  return {
    'data-page': content.kind,
    'data-header': settings['headerLayout'],
    'data-card': settings['cardStyle'],
    'data-ratio': settings['imageRatio'],
    'data-button': settings['button'],
    'data-hero': settings['heroLayout'],
    ...(settings['stickyHeader'] === true && { 'data-sticky': '' }),
  }
}

function PageHead({ page }: { page: StorefrontPage }) {
  const { frame, head, content, assets } = page
  const { store, theme } = frame
  const title = head.title || getTitle(content, frame.language)
  const themeStylesheet = assets.themeStylesheets[theme.code]
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title && title !== store.name ? `${title} – ${store.name}` : store.name}</title>
      {head.description && <meta name="description" content={head.description} />}
      {head.canonicalPath && <link rel="canonical" href={store.url + head.canonicalPath} />}
      {!frame.isIndexed && <meta name="robots" content="noindex" />}
      {store.favicon.startsWith('/media/') && <link rel="icon" href={store.favicon} />}
      <link rel="stylesheet" href={assets.stylesheet} />
      {themeStylesheet && <link rel="stylesheet" href={themeStylesheet} />}
      <link rel="stylesheet" href={theme.stylesheetPath} />
      <script type="module" src={assets.script} />
      <SocialTags page={page} title={title} />
      <StructuredData page={page} />
    </head>
  )
}

/** Titles of pages that the store has not written itself. */
function getTitle(content: StorefrontContent, language: StorefrontPage['frame']['language']) {
  const t = texts[language]
  if (content.kind === 'products') return t.allProducts
  if (content.kind === 'policy') return t.policies[content.policy]
  if (content.kind === 'search') return t.search
  if (content.kind === 'problem') return t.notFoundTitle
  return ''
}

function PageContent({ content }: { content: StorefrontContent }) {
  switch (content.kind) {
    case 'home':
      return <StoreHomePage sections={content.sections} />
    case 'products':
      return <ProductsPage list={content.list} />
    case 'category':
      return <CategoryPage category={content} />
    case 'search':
      return <SearchPage term={content.term} list={content.list} />
    case 'product':
      return <ProductPage {...content} />
    case 'content':
      return <ContentPage title={content.title} body={content.body} />
    case 'policy':
      return <ContentPage policy={content.policy} body={content.body} />
    case 'problem':
      return <ProblemPage />
  }
}
