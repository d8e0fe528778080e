import { expressCheckoutPath } from '#contract/storefront/storefront-checkout.ts'
import { useContentLanguage, useFrame, useTexts } from '../frame/page-context.tsx'

/** In the form of a product: leads to the checkout with the online payment method already chosen. */
export function ExpressButton() {
  const label = useLabel()
  return label ? (
    <button className="button button-express" type="submit" name="next" value="checkout">
      {label}
    </button>
  ) : null
}

/** The same for the whole cart. */
export function ExpressLink() {
  const label = useLabel()
  return label ? (
    <a className="button button-express" href={expressCheckoutPath} rel="nofollow">
      {label}
    </a>
  ) : null
}

/** The seller names the payment method, such as "Apple Pay, Google Pay or card". */
function useLabel() {
  const t = useTexts()
  const language = useContentLanguage()
  const { expressPayment } = useFrame()
  return expressPayment === '' ? null : (
    <span {...language}>{t('checkoutWith', { name: expressPayment })}</span>
  )
}
