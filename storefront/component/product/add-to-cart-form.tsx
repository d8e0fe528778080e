import { maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontVariant } from '#contract/storefront/storefront-page.ts'
import { useTexts } from '../frame/page-context.tsx'

/** The form leads to the cart. With scripts, the page stays and confirms the addition. */
export function AddToCartForm({ variant }: { variant: StorefrontVariant }) {
  const t = useTexts()
  const { path } = storefrontForms.cart
  if (!variant.isAvailable) return null
  return (
    <form className="add-to-cart" id="add-to-cart" method="post" action={path}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="variant" value={variant._id} />
      <label>
        <span>{t('quantity')}</span>
        <input
          type="number"
          name="quantity"
          defaultValue={1}
          min={1}
          max={variant.unitsLeft ?? maxCartQuantity}
          required
        />
      </label>
      <button className="button" type="submit">
        {t('addToCart')}
      </button>
      <p className="cart-result" role="status" data-added={t('addedToCart')}>
        <span />{' '}
        <a href={path} hidden>
          {t('viewCart')}
        </a>
      </p>
    </form>
  )
}
