import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { LinkList } from '../frame/link-list.tsx'
import { useFrame, useTexts } from '../frame/page-context.tsx'
import { Brand } from '../frame/store-header.tsx'
import { Icon } from '../icon.tsx'
import { PaymentIcons } from '../payment-icons.tsx'

/** The header of pages where shoppers order and pay: nothing on it leads away except the cart. */
export function CheckoutHeader({ hasCart }: { hasCart: boolean }) {
  const t = useTexts()
  return (
    <header className="header checkout-header">
      <div className="header-bar">
        <Brand />
        <p className="checkout-secure">
          <Icon name="lock" />
          {t('secureCheckout')}
        </p>
        {hasCart && (
          <a className="checkout-back" href={storefrontForms.cart.path}>
            {t('payments.backToCart')}
          </a>
        )}
      </div>
    </header>
  )
}

/** The footer of the same pages. */
export function CheckoutFooter() {
  const { policyKinds, footer } = useFrame()
  const t = useTexts()
  return (
    <footer className="footer checkout-footer">
      <div className="footer-inner">
        <LinkList
          links={policyKinds.map(kind => ({
            label: t(`policies.${kind}`),
            path: `/policies/${kind}`,
          }))}
        />
        <PaymentIcons />
        <p className="copyright">{footer.copyright}</p>
      </div>
    </footer>
  )
}
