import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { orderRuleTexts } from '../../locales/order-rule-texts.ts'
import { useFrame, useMoney } from '../frame/page-context.tsx'

export const useOrderRuleTexts = () => orderRuleTexts[useFrame().language]

type MinimumProps = Pick<StorefrontCheckout, 'rules' | 'missingAmount'>

/** Says how much is missing to the smallest order of the store. */
export function MinimumNote({ rules: { minOrder }, missingAmount }: MinimumProps) {
  const t = useOrderRuleTexts()
  const formatMoney = useMoney()
  if (missingAmount === 0) return null
  return (
    <p className="order-minimum" role="status">
      {t.minimum(formatMoney(minOrder), formatMoney(missingAmount))}
    </p>
  )
}

/** The consent to the terms, which the order needs. */
export function TermsField({ form }: { form: StorefrontFormState }) {
  const t = useOrderRuleTexts()
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
        {t.acceptTerms}
      </label>
      {hasError && (
        <span className="field-error" id="error-terms">
          {t.acceptTermsFirst}
        </span>
      )}
    </div>
  )
}
