import { useTranslation } from 'react-i18next'
import { useCurrency } from '../lib/session/use-current-store.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { DateTimeField } from '../ui/date/date-time-field.tsx'
import { TagsField } from '../ui/field/choice-field.tsx'
import { MoneyField } from '../ui/field/money-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import css from './discount.module.css'
import type { DiscountForm } from './discount-form.ts'

type Props = { form: ContractForm<DiscountForm> }

/** The minimum of the cart and the customers. */
export function DiscountConditions({ form }: Props) {
  const { t } = useTranslation()
  const currency = useCurrency()
  return (
    <>
      <div className={css.columns}>
        <MoneyField
          form={form}
          name="minimumAmount"
          label={t('discount.minimumAmount')}
          currency={currency}
        />
        <NumberField
          form={form}
          name="minimumQuantity"
          label={t('discount.minimumQuantity')}
          min={0}
        />
      </div>
      <TagsField
        form={form}
        name="customerTags"
        label={t('discount.customerTags')}
        description={t('discount.customerTagsHint')}
      />
    </>
  )
}

/** The time and the number of orders. */
export function DiscountLimits({ form }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <div className={css.columns}>
        <DateTimeField form={form} name="startsAt" label={t('discount.startsAt')} />
        <DateTimeField form={form} name="endsAt" isEnd label={t('discount.endsAt')} />
      </div>
      <div className={css.columns}>
        <NumberField
          form={form}
          name="usageLimit"
          label={t('discount.usageLimit')}
          placeholder={t('discount.noLimit')}
          min={1}
        />
        <NumberField
          form={form}
          name="limitPerCustomer"
          label={t('discount.limitPerCustomer')}
          placeholder={t('discount.noLimit')}
          min={1}
        />
      </div>
    </>
  )
}
