import { useTranslation } from 'react-i18next'
import type { OrderReduction } from '#contract/order/order-discount.ts'
import { normalizeDiscountCode } from '#contract/product/discount.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'
import type { OrderFormValues } from './order-form-schema.ts'

type Props = { form: ContractForm<OrderFormValues>; reduction: OrderReduction; currency: string }

/** The discounts of the store, which apply as at the checkout, and one that the seller enters. */
export function OrderNewDiscounts({ form, reduction, currency }: Props) {
  const { t } = useTranslation()
  const code = normalizeDiscountCode(form.values.discountCode ?? '')
  const isApplied = code !== '' && reduction.discounts.some(discount => discount.code === code)
  function getHint() {
    if (code !== '' && reduction.problem) return t(`order.new.codeProblem.${reduction.problem}`)
    return isApplied ? t('order.new.codeApplied') : undefined
  }
  return (
    <>
      <FieldRow>
        <TextField
          form={form}
          name="discountCode"
          label={t('order.new.discountCode')}
          description={getHint()}
          autoComplete="off"
          clean={normalizeDiscountCode}
        />
        <MoneyField
          form={form}
          name="discountTotal"
          label={t('order.new.orderDiscount')}
          currency={currency}
        />
      </FieldRow>
      <SwitchField
        form={form}
        name="automaticDiscounts"
        label={t('order.new.automaticDiscounts')}
        description={t('order.new.automaticDiscountsHint')}
      />
    </>
  )
}
