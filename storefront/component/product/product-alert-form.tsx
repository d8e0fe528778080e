import type { ProductAlertKind } from '#contract/product/product-alert.ts'
import { formatProductAlertConsent } from '#contract/store/consent-texts.ts'
import {
  emptyFormState,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import type { StorefrontVariant } from '#contract/storefront/storefront-page.ts'
import { EmailInput, FormErrorText, SpamTrap } from '../form-field.tsx'
import { useFrame, useTexts } from '../frame/page-context.tsx'

type Props = { kind: ProductAlertKind; variant: string; state?: StorefrontFormState }

/** The form for an email about a variant. Another page shows its result. */
export function ProductAlertForm({ kind, variant, state = emptyFormState }: Props) {
  const t = useTexts()
  const { language, store } = useFrame()
  const idSuffix = `-${kind}`
  return (
    <form className="product-alert-form" method="post" action={storefrontForms.productAlert.path}>
      <FormErrorText state={state} />
      <input type="hidden" name="variant" value={variant} />
      <input type="hidden" name="kind" value={kind} />
      <EmailInput state={state} idSuffix={idSuffix} />
      <SpamTrap idSuffix={idSuffix} />
      <button className="button" type="submit">
        {t('productAlert.send')}
      </button>
      <p className="form-consent">{formatProductAlertConsent(language, kind, store.name)}</p>
    </form>
  )
}

type AlertProps = { kind: ProductAlertKind; variant: StorefrontVariant; isOpen?: boolean }

/** The form of a variant for one kind of email: back in stock, or a lower price. */
export const ProductAlert = ({ kind, variant, isOpen = false }: AlertProps) => (
  <details className="product-alert" open={isOpen}>
    <summary>{useTexts()(`productAlert.titles.${kind}`)}</summary>
    <ProductAlertForm kind={kind} variant={variant._id} />
  </details>
)
