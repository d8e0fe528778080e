import { toDecimalPrice } from '#contract/lib/money/money.ts'
import type { StorefrontContent, StorefrontPage } from '#contract/storefront/storefront-page.ts'
import { toAbsoluteUrl } from './absolute-url.ts'
import { getPageUrl } from './page-url.ts'

/** The tags from which other sites and messengers make the preview of a link. */
export function SocialTags({ page, title }: { page: StorefrontPage; title: string }) {
  const { frame, head, content } = page
  const { store } = frame
  if (content.kind === 'problem' || content.kind === 'cart') return null
  const largeImage = head.image || store.shareImage || findSectionImage(page)
  const image = toAbsoluteUrl(store.url, largeImage || store.logo)
  const product = content.kind === 'product' ? content : undefined
  const [firstImage] = product?.product.images ?? []
  return (
    <>
      <meta property="og:site_name" content={store.name} />
      <meta property="og:type" content={getType(content.kind)} />
      <meta property="og:title" content={title} />
      {head.description && <meta property="og:description" content={head.description} />}
      <meta property="og:url" content={getPageUrl(frame, head.canonicalPath)} />
      <meta property="og:locale" content={store.locale.replace('-', '_')} />
      {image && <meta property="og:image" content={image} />}
      {firstImage && (
        <>
          <meta property="og:image:width" content={String(firstImage.width)} />
          <meta property="og:image:height" content={String(firstImage.height)} />
          {firstImage.alt && <meta property="og:image:alt" content={firstImage.alt} />}
        </>
      )}
      {content.kind === 'post' && (
        <>
          <meta property="article:published_time" content={content.post.publishedAt} />
          {content.post.tags.map(tag => (
            <meta key={tag} property="article:tag" content={tag} />
          ))}
          {content.post.cover && content.post.coverAlt && (
            <meta property="og:image:alt" content={content.post.coverAlt} />
          )}
        </>
      )}
      {product && (
        <>
          <meta
            property="product:price:amount"
            content={toDecimalPrice(product.variant.price, store.currency)}
          />
          <meta property="product:price:currency" content={store.currency} />
        </>
      )}
      <meta name="twitter:card" content={largeImage ? 'summary_large_image' : 'summary'} />
    </>
  )
}

function getType(kind: StorefrontContent['kind']) {
  if (kind === 'product') return 'product'
  return kind === 'post' ? 'article' : 'website'
}

/** Returns the first image of the home page, such as that of its hero. */
const findSectionImage = ({ content, sections }: StorefrontPage): string =>
  content.kind === 'home' ? (/"(\/media\/[^"\\]+)/.exec(JSON.stringify(sections))?.[1] ?? '') : ''
