import { feedPath } from '#contract/storefront/storefront-blog.ts'
import type { StorefrontContent, StorefrontPage } from '#contract/storefront/storefront-page.ts'
import { CheckoutFooter, CheckoutHeader } from './component/checkout/checkout-frame.tsx'
import { ChatButton } from './component/frame/chat-button.tsx'
import { FrameProvider, PathProvider } from './component/frame/page-context.tsx'
import { ThemeComponentsProvider } from './component/frame/theme-components.tsx'
import { FirstImageProvider } from './component/sized-image.tsx'
import { AlternateLinks } from './head/alternate-links.tsx'
import { ColorSchemeTags } from './head/color-scheme-tags.tsx'
import { FontPreloads } from './head/font-preloads.tsx'
import { getPageUrl } from './head/page-url.ts'
import { SocialTags } from './head/social-tags.tsx'
import { StructuredData } from './head/structured-data.tsx'
import { layoutAttributes } from './layout-attributes.ts'
import { texts } from './locales/texts.ts'
import { BlogPage } from './page/blog-page.tsx'
import { CartLinkPage } from './page/cart-link-page.tsx'
import { CartPage } from './page/cart-page.tsx'
import { CheckoutPage } from './page/checkout-page.tsx'
import { FaqPage } from './page/faq-page.tsx'
import { MailLinkPage } from './page/mail-link-page.tsx'
import { NewsletterPage } from './page/newsletter-page.tsx'
import { OrderEditPage } from './page/order-edit-page.tsx'
import { OrderPage } from './page/order-page.tsx'
import { PaymentPage } from './page/payment-page.tsx'
import { PostPage } from './page/post-page.tsx'
import { ProductAlertPage } from './page/product-alert-page.tsx'
import { SearchPage } from './page/search-page.tsx'
import { ShopperAccountPage } from './page/shopper-account-page.tsx'
import { WishListPage } from './page/wish-list-page.tsx'
import { FrameSections, PageSections } from './page-sections.tsx'
import { findThemeComponents } from './theme/find-theme-components.ts'

/** Pages of one shopper. */
const privateKinds = new Set<StorefrontContent['kind']>([
  'cart',
  'cartLink',
  'checkout',
  'payment',
  'mailLink',
  'account',
  'newsletter',
  'order',
  'orderEdit',
  'productAlert',
  'wishList',
])

const isPrivate = (content: StorefrontContent) =>
  privateKinds.has(content.kind) || (content.kind === 'post' && !content.post.isIndexed)

/** The whole document of a page. */
export function PageDocument({ page }: { page: StorefrontPage }) {
  const { frame } = page
  const t = texts[frame.language]
  const isOrdering = page.content.kind === 'checkout' || page.content.kind === 'payment'
  return (
    <FrameProvider value={frame}>
      <PathProvider value={page.head.canonicalPath || '/'}>
        <html lang={frame.language} dir={frame.direction} data-theme={frame.theme.code}>
          <PageHead page={page} />
          <body {...toLayoutAttributes(page)}>
            <a className="skip-link" href="#content">
              {t('skipToContent')}
            </a>
            <ThemeComponentsProvider value={findThemeComponents(frame.theme.code)}>
              {isOrdering ? (
                // While a shopper pays, the cart leads back to this page.
                <CheckoutHeader hasCart={page.content.kind === 'checkout'} />
              ) : (
                <FrameSections page={page} kind="header" />
              )}
              <main id="content" tabIndex={-1}>
                <FirstImageProvider value={{ isTaken: false }}>
                  <PageContent page={page} />
                </FirstImageProvider>
              </main>
              {isOrdering ? <CheckoutFooter /> : <FrameSections page={page} kind="footer" />}
              <ChatButton />
            </ThemeComponentsProvider>
          </body>
        </html>
      </PathProvider>
    </FrameProvider>
  )
}

function PageContent({ page }: { page: StorefrontPage }) {
  const { content } = page
  if (content.kind === 'search') return <SearchPage {...content} />
  if (content.kind === 'blog') return <BlogPage {...content} />
  if (content.kind === 'post') return <PostPage {...content} />
  if (content.kind === 'faq') return <FaqPage {...content} />
  if (content.kind === 'cart') return <CartPage {...content} />
  if (content.kind === 'checkout')
    return <CheckoutPage checkout={content.checkout} form={content.form} />
  if (content.kind === 'order') return <OrderPage {...content} />
  if (content.kind === 'orderEdit') return <OrderEditPage {...content} />
  if (content.kind === 'payment') return <PaymentPage content={content} />
  if (content.kind === 'cartLink') return <CartLinkPage content={content} />
  if (content.kind === 'mailLink') return <MailLinkPage content={content} />
  if (content.kind === 'account') return <ShopperAccountPage content={content} />
  if (content.kind === 'newsletter') return <NewsletterPage content={content} />
  if (content.kind === 'productAlert') return <ProductAlertPage content={content} />
  if (content.kind === 'wishList') return <WishListPage {...content} />
  return <PageSections page={page} />
}

/** The content of a page as in its document, for scripts that replace a part of a page. */
export const PageContentOnly = ({ page }: { page: StorefrontPage }) => (
  <FrameProvider value={page.frame}>
    <PathProvider value={page.head.canonicalPath || '/'}>
      <ThemeComponentsProvider value={findThemeComponents(page.frame.theme.code)}>
        <FirstImageProvider value={{ isTaken: false }}>
          <PageContent page={page} />
        </FirstImageProvider>
      </ThemeComponentsProvider>
    </PathProvider>
  </FrameProvider>
)

/** The settings of the theme that style sheets select by. */
const toLayoutAttributes = ({ frame, content }: StorefrontPage) => {
  const { settings } = frame.theme
  return {
    'data-page': content.kind,
    ...Object.fromEntries(
      Object.entries(layoutAttributes).map(([name, key]) => [name, settings[key]]),
    ),
    ...(settings['stickyHeader'] === true && { 'data-sticky': '' }),
  }
}

function PageHead({ page }: { page: StorefrontPage }) {
  const { frame, head, content, assets } = page
  const { store, theme } = frame
  const description = head.description || store.tagline
  const title = head.title || getTitle(content, frame.language) || store.name
  const isStoreNamed =
    title === store.name || (content.kind === 'home' && title.includes(store.name))
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <ColorSchemeTags settings={theme.settings} />
      <title>{isStoreNamed ? title : `${title} – ${store.name}`}</title>
      {description && <meta name="description" content={description} />}
      {head.canonicalPath && <link rel="canonical" href={getPageUrl(frame, head.canonicalPath)} />}
      <AlternateLinks frame={frame} head={head} />
      {(content.kind === 'blog' || content.kind === 'post') && (
        <link
          rel="alternate"
          type="application/atom+xml"
          title={store.name}
          href={getPageUrl(frame, feedPath)}
        />
      )}
      {(!frame.isIndexed || isPrivate(content)) && <meta name="robots" content="noindex" />}
      {store.favicon.startsWith('/media/') && <link rel="icon" href={store.favicon} />}
      <FontPreloads frame={frame} themeFonts={assets.themeFonts} />
      <StyleSheets page={page} />
      {/* The page works without the script, so the script waits for typefaces and the first image. */}
      <script type="module" src={assets.script} fetchPriority="low" />
      {frame.preview === 'editor' && <script type="module" src={assets.previewScript} />}
      <SocialTags page={page} title={title} />
      <StructuredData page={page} />
    </head>
  )
}

function StyleSheets({ page }: { page: StorefrontPage }) {
  const { assets, frame, inlineSettingsCss } = page
  const { code, stylesheetPath } = frame.theme
  const path = assets.themeStylesheets[code] ?? assets.stylesheet
  return inlineSettingsCss === undefined ? (
    <>
      <link rel="stylesheet" href={path} />
      <link rel="stylesheet" href={stylesheetPath} />
    </>
  ) : (
    <>
      {/*
        The server adds the rules that the document uses on a screen. A script loads all of them later,
        also for printing.
      */}
      <style data-stylesheet={path} />
      <noscript>
        <link rel="stylesheet" media="print" href={path} />
      </noscript>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text can't end its element */}
      <style dangerouslySetInnerHTML={{ __html: inlineSettingsCss }} />
    </>
  )
}

/** Titles of pages that the store has not written itself. */
function getTitle(content: StorefrontContent, language: StorefrontPage['frame']['language']) {
  const t = texts[language]
  if (content.kind === 'products') return t('allProducts')
  if (content.kind === 'policy') return t(`policies.${content.policy}`)
  if (content.kind === 'search') return t('search')
  if (content.kind === 'blog') return t('blog.title')
  if (content.kind === 'faq') return t('faq.title')
  if (content.kind === 'cart') return t('cart')
  if (content.kind === 'checkout') return t('checkout')
  if (content.kind === 'payment') return t('payments.title')
  if (content.kind === 'account') return t('account.title')
  if (content.kind === 'wishList') return t('wishList.title')
  if (content.kind === 'newsletter') return t('newsletter.title')
  if (content.kind === 'productAlert') return t(`productAlert.titles.${content.alert}`)
  if (content.kind === 'cartLink') return t('cartLink.title')
  if (content.kind === 'mailLink') return t(`mailLinks.${content.action}.title`)
  if (content.kind === 'orderEdit') return t('orderEdit.title')
  if (content.kind === 'order') return `${t('contactOrderNumber')} ${content.order.number}`
  if (content.kind === 'problem') return t('notFoundTitle')
  return ''
}
