import { checkoutEntryFields } from '#contract/storefront-checkout.ts'
import type { StorefrontFormState } from '#contract/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront-order.ts'
import { useTexts } from './page-context.tsx'

type Props = { checkout: StorefrontCheckout; form: StorefrontFormState }

/** The field of the discount code, with the reason why a code does not reduce the order. */
export function DiscountField({ checkout, form }: Props) {
  const t = useTexts().discounts
  const { discounts, discountProblem } = checkout
  const code = form.values['code'] ?? ''
  const hasError = discountProblem !== null
  const isApplied = discounts.some(discount => discount.code !== '' && discount.code === code)
  return (
    <div className="field checkout-discount">
      <label htmlFor="field-code">{t.code}</label>
      <span className="checkout-code">
        <input
          id="field-code"
          name="code"
          defaultValue={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={checkoutEntryFields.code.maxLength ?? undefined}
          {...(hasError && {
            'aria-invalid': true,
            'aria-describedby': 'error-code',
            // The order was not placed, and the field can be below the visible part of the page.
            autoFocus: form.values['intent'] === 'place' && Object.keys(form.errors).length === 0,
          })}
        />
        <button className="button" type="submit" name="intent" value="quote" formNoValidate>
          {t.apply}
        </button>
      </span>
      {hasError && (
        <span className="field-error" id="error-code">
          {t.problems[discountProblem]}
        </span>
      )}
      {isApplied && <span className="checkout-choice-detail">{t.applied}</span>}
    </div>
  )
}
