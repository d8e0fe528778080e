import { checkoutEntryFields } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import { LabeledInput } from '../form-field.tsx'
import { useTexts } from '../frame/page-context.tsx'

/** The details of a company, which most shoppers do not need. */
export function CompanyFields({ form }: { form: StorefrontFormState }) {
  const t = useTexts()
  const isUsed = ['company', 'vatId'].some(name => form.values[name] || form.errors[name])
  return (
    <details className="checkout-company" open={isUsed}>
      <summary>{t('taxes.companyDetails')}</summary>
      <LabeledInput
        state={form}
        name="company"
        label={t('taxes.company')}
        isOptional
        autoComplete="organization"
        maxLength={checkoutEntryFields.company.maxLength ?? undefined}
      />
      <LabeledInput
        state={form}
        name="vatId"
        label={t('taxes.vatId')}
        isOptional
        autoComplete="off"
        maxLength={checkoutEntryFields.vatId.maxLength ?? undefined}
      />
    </details>
  )
}
