import type { ProductAlertKind } from '#contract/product/product-alert.ts'
import { formatProductAlertConsent } from '#contract/store/consent-texts.ts'
import {
  emptyFormState,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import type { StorefrontVariant } from '#contract/storefront/storefront-page.ts'
import { FormErrorText, LabeledInput } from '../form-field.tsx'
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
      <LabeledInput
        state={state}
        idSuffix={idSuffix}
        name="email"
        label={t('contactEmail')}
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <p className="form-trap" aria-hidden="true">
        <label htmlFor={`field-website${idSuffix}`}>Website</label>
        <input id={`field-website${idSuffix}`} name="website" tabIndex={-1} autoComplete="off" />
      </p>
      <button className="button" type="submit">
        {t('productAlert.send')}
      </button>
      <p className="form-consent">{formatProductAlertConsent(language, kind, store.name)}</p>
    </form>
  )
}

/** The forms of a variant: back in stock for one that is sold out, and a lower price. */
export function ProductAlerts({ variant }: { variant: StorefrontVariant }) {
  const t = useTexts()
  return (
    <div className="product-alerts">
      {!variant.isAvailable && (
        <details open>
          <summary>{t('productAlert.titles.stock')}</summary>
          <ProductAlertForm kind="stock" variant={variant._id} />
        </details>
      )}
      {variant.price > 0 && (
        <details>
          <summary>{t('productAlert.titles.price')}</summary>
          <ProductAlertForm kind="price" variant={variant._id} />
        </details>
      )}
    </div>
  )
}
