import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontVariant } from '#contract/storefront/storefront-page.ts'
import { ExpressButton } from '../checkout/express-payment.tsx'
import { useTexts } from '../frame/page-context.tsx'

/** The form leads to the cart. With scripts, the page stays and shows the cart in a drawer. */
export function AddToCartForm({ variant }: { variant: StorefrontVariant }) {
  const t = useTexts()
  const { path } = storefrontForms.cart
  if (!variant.isAvailable) return null
  return (
    <form
      className="add-to-cart"
      id="add-to-cart"
      method="post"
      action={path}
      noValidate
      toolname="addToCart"
      tooldescription={t('tool.addToCart')}
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="variant" value={variant._id} />
      <label>
        <span>{t('quantity')}</span>
        <input type="number" name="quantity" defaultValue={1} min={1} />
      </label>
      <button className="button" type="submit">
        {t('addToCart')}
      </button>
      <ExpressButton />
    </form>
  )
}
