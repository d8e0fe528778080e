import { checkoutEntryFields } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontCartDiscount } from '#contract/storefront/storefront-order.ts'
import { useTexts } from '../frame/page-context.tsx'

type Props = {
  discount: Omit<StorefrontCartDiscount, 'discountTotal'>
  /** The action of the button in the form. */
  intent: 'quote' | 'code'
  isFocused?: boolean
}

/** The field of the discount code, with the reason why a code does not reduce the order. */
export function DiscountField({ discount, intent, isFocused = false }: Props) {
  const t = useTexts()
  const { discounts, discountProblem, code } = discount
  const hasError = discountProblem !== null
  const isApplied = discounts.some(applied => applied.code !== '' && applied.code === code)
  return (
    <div className="field checkout-discount">
      <label htmlFor="field-code">{t('discounts.code')}</label>
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
            autoFocus: isFocused,
          })}
        />
        <button className="button" type="submit" name="intent" value={intent} formNoValidate>
          {t('discounts.apply')}
        </button>
      </span>
      {hasError && (
        <span className="field-error" id="error-code">
          {t(`discounts.problems.${discountProblem}`)}
        </span>
      )}
      {isApplied && <span className="checkout-choice-detail">{t('discounts.applied')}</span>}
    </div>
  )
}
