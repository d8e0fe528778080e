import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { useMoney, useTexts } from '../frame/page-context.tsx'

type MinimumProps = Pick<StorefrontCheckout, 'rules' | 'missingAmount'>

/** Shows the amount that is missing for the minimum order of the store. */
export function MinimumNote({ rules: { minOrder }, missingAmount }: MinimumProps) {
  const t = useTexts()
  const formatMoney = useMoney()
  if (missingAmount === 0) return null
  return (
    <p className="order-minimum" role="status">
      {t('orderRules.minimum', {
        minimum: formatMoney(minOrder),
        missing: formatMoney(missingAmount),
      })}
    </p>
  )
}

/** The consent to the terms, which the order needs. */
export function TermsField({ form }: { form: StorefrontFormState }) {
  const t = useTexts()
  const hasError = form.errors['terms'] !== undefined
  return (
    <div className="field-choice">
      <label>
        <input
          type="checkbox"
          name="terms"
          defaultChecked={form.values['terms'] === 'on'}
          required
          {...(hasError && {
            'aria-invalid': true,
            'aria-describedby': 'error-terms',
            autoFocus: Object.keys(form.errors)[0] === 'terms',
          })}
        />
        {t('orderRules.acceptTerms')}
      </label>
      {hasError && (
        <span className="field-error" id="error-terms">
          {t('orderRules.acceptTermsFirst')}
        </span>
      )}
    </div>
  )
}
