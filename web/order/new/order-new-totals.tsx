import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import type { VariantChoice } from '#contract/order/order-filter.ts'
import { calculateOrderTotals, sumTaxes } from '#contract/order/order-totals.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import { toOptions } from '../../lib/to-options.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { SelectField } from '../../ui/field/choice-field.tsx'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'
import { KeyValues } from '../../ui/page/key-values.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import type { OrderFormValues } from './order-form-schema.ts'
import css from './order-new.module.css'
import { OrderNewDiscounts } from './order-new-discounts.tsx'
import { OrderNewShipping } from './order-new-shipping.tsx'
import { useDiscountItems } from './use-discount-items.ts'
import { useOrderDiscounts } from './use-order-discounts.ts'
import { useOrderTaxRates } from './use-order-tax-rates.ts'
import { usePaymentOptions } from './use-payment-options.ts'
import { useTaxItems } from './use-tax-items.ts'

type Props = {
  form: ContractForm<OrderFormValues>
  selectedVariants: ReadonlyMap<string, VariantChoice>
  /** The order that is edited. */
  order?: Order
}
const manualOrderSources = ['manual', 'phone', 'pos'] as const

/** Shipping, discount and payment, with totals calculated by the same rules as on the server. */
export function OrderNewTotals({ form, selectedVariants, order }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const store = useCurrentStore()
  const currency = order?.currency ?? store?.currency ?? 'USD'
  const taxIncluded = order?.taxIncluded ?? store?.taxIncluded ?? false
  const listTaxItems = useTaxItems(currency)
  const listDiscountItems = useDiscountItems(currency)
  const taxRates = useOrderTaxRates(form.values, selectedVariants)
  const reduction = useOrderDiscounts(form.values, order?._id)
  const { lines, discountTotal, shippingTotal } = form.values
  const totals = calculateOrderTotals({
    lines: lines.map(({ quantity, unitPrice, discount }, i) => ({
      quantity: quantity || 0,
      unitPrice: unitPrice ?? 0,
      discount: (discount ?? 0) + (reduction.lines[i] ?? 0),
      taxRate: taxRates.lines[i],
    })),
    discountTotal: discountTotal ?? 0,
    shippingTotal: Math.max((shippingTotal ?? 0) - reduction.shipping, 0),
    taxRate: 0,
    shippingTaxRate: taxRates.shipping,
    taxIncluded,
  })
  const formatMoney = (minorUnits: number) => format.money(minorUnits, currency)
  return (
    <SectionCard
      title={t('order.new.summary')}
      hint={taxRates.exemption && taxIncluded && t('order.new.netPrices')}
    >
      <OrderNewShipping form={form} />
      <FieldRow>
        <TextField
          form={form}
          name="shippingMethod"
          label={t('order.new.shippingMethod')}
          placeholder={t('order.new.shippingExample')}
        />
        <MoneyField
          form={form}
          name="shippingTotal"
          label={t('order.new.shippingTotal')}
          currency={currency}
        />
      </FieldRow>
      <OrderNewDiscounts form={form} reduction={reduction} currency={currency} />
      {!order && <PaymentFields form={form} />}
      <div className={css.totals} aria-live="polite">
        <KeyValues
          numbers
          items={[
            { label: t('order.totals.subtotal'), value: formatMoney(totals.subtotal) },
            ...listDiscountItems(totals.discountTotal, reduction.discounts),
            { label: t('order.totals.shipping'), value: formatMoney(totals.shippingTotal) },
            ...listTaxItems(sumTaxes({ ...totals, taxIncluded }), taxIncluded, taxRates.exemption),
            { label: t('order.totals.total'), value: formatMoney(totals.total), strong: true },
          ]}
        />
      </div>
    </SectionCard>
  )
}

/** How a new order was paid, and where it was placed. */
function PaymentFields({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation()
  const paymentOptions = usePaymentOptions()
  return (
    <FieldRow>
      <SelectField
        form={form}
        name="paidWith"
        label={t('order.new.paymentMethod')}
        description={t('order.new.paymentMethodHint')}
        clearable
        options={paymentOptions}
        placeholder={t('ui.paymentStatus.unpaid')}
      />
      <SelectField
        form={form}
        name="source"
        label={t('order.new.source')}
        description={t('order.new.sourceHint')}
        options={toOptions(manualOrderSources, value => t(`order.source.${value}`))}
      />
    </FieldRow>
  )
}
