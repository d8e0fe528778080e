import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useTexts } from '../frame/page-context.tsx'
import { Price } from '../product/price.tsx'
import { ProductPlaceholder } from '../product/product-placeholder.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'

/** Products that go with those in the cart. */
export function CartSuggestions({ suggestions }: { suggestions: readonly StorefrontCard[] }) {
  const t = useTexts()
  if (suggestions.length === 0) return null
  return (
    <section className="cart-suggestions">
      <h2>{t('cartPage.suggestions')}</h2>
      <ul>
        {suggestions.map(card => (
          <Suggestion key={card._id} card={card} />
        ))}
      </ul>
    </section>
  )
}

/** As with cards of lists, the script opens a picker for several variants. */
function Suggestion({ card }: { card: StorefrontCard }) {
  const t = useTexts()
  const { title, path, image, variant } = card
  return (
    <li className="cart-suggestion">
      <div className="cart-image">
        {image ? <ResponsiveImage image={image} sizes="5rem" alt="" /> : <ProductPlaceholder />}
      </div>
      <div className="cart-product">
        <h3 className="cart-title">
          <a href={path} {...useContentLanguage()}>
            {title}
          </a>
        </h3>
        <Price {...card} />
      </div>
      {variant === null ? (
        <a
          className="button quick-choose"
          href={path}
          data-close={t('close')}
          aria-label={`${t('cartPage.choose')}: ${title}`}
        >
          {t('cartPage.choose')}
        </a>
      ) : (
        <form method="post" action={storefrontForms.cart.path}>
          <input type="hidden" name="variant" value={variant} />
          <button
            type="submit"
            name="intent"
            value="add"
            aria-label={`${t('cartPage.add')}: ${title}`}
          >
            {t('cartPage.add')}
          </button>
        </form>
      )}
    </li>
  )
}
