import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SwitchField } from '../ui/form/choice-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'
import { MoneyField } from '../ui/form/money-field.tsx'
import { NumberField } from '../ui/form/number-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { gramsByUnit } from './product-cell-column.ts'
import { ProductMeasureFields } from './product-measure-fields.tsx'
import type { ProductValues } from './product-values.ts'

type Props = { form: ContractForm<ProductValues> }

/**
 * The price, stock and weight of a product without options, which are fields of its only variant.
 */
export function ProductSimpleCards({ form }: Props) {
  const { t } = useTranslation()
  const tracksStock = form.values.variants[0]?.trackStock ?? true
  return (
    <>
      <PricingCard form={form} />
      <SectionCard title={t('product.card.inventory')}>
        <FieldRow>
          <TextField
            form={form}
            name="variants.0.sku"
            label={t('product.field.sku')}
            description={t('product.field.skuHint')}
          />
          <TextField
            form={form}
            name="variants.0.barcode"
            label={t('product.field.barcode')}
            description={t('product.field.barcodeHint')}
          />
          {tracksStock && (
            <NumberField
              form={form}
              name="variants.0.stock"
              label={t('product.field.stock')}
              description={t('product.field.stockHint')}
            />
          )}
        </FieldRow>
        <SwitchField
          form={form}
          name="variants.0.trackStock"
          label={t('product.field.trackStock')}
          description={t('product.field.trackStockHint')}
        />
        {tracksStock && (
          <SwitchField
            form={form}
            name="variants.0.allowBackorder"
            label={t('product.field.allowBackorder')}
            description={t('product.field.allowBackorderHint')}
          />
        )}
      </SectionCard>
      <SectionCard title={t('product.card.shipping')}>
        <WeightField form={form} />
      </SectionCard>
    </>
  )
}

function PricingCard({ form }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrentStore()?.currency ?? 'USD'
  const { price, compareAtPrice, cost } = form.values.variants[0] ?? { price: 0 }
  const hasMargin = typeof cost === 'number' && price > 0
  const isCompareLow = typeof compareAtPrice === 'number' && compareAtPrice <= price
  return (
    <SectionCard title={t('product.card.pricing')}>
      <FieldRow>
        <MoneyField
          form={form}
          name="variants.0.price"
          label={t('product.field.price')}
          currency={currency}
        />
        <MoneyField
          form={form}
          name="variants.0.compareAtPrice"
          label={t('product.field.compareAtPrice')}
          currency={currency}
          description={t(
            isCompareLow ? 'product.field.compareAtPriceLow' : 'product.field.compareAtPriceHint',
          )}
        />
        <MoneyField
          form={form}
          name="variants.0.cost"
          label={t('product.field.cost')}
          currency={currency}
          description={t('product.field.costHint')}
        />
      </FieldRow>
      {hasMargin && (
        <KeyValues
          numbers
          items={[
            { label: t('product.field.profit'), value: format.money(price - cost, currency) },
            { label: t('product.field.margin'), value: format.percent((price - cost) / price) },
          ]}
        />
      )}
      <ProductMeasureFields form={form} currency={currency} />
    </SectionCard>
  )
}

/** A weight field in the unit of the store. Its value is in grams. */
function WeightField({ form }: Props) {
  const { t } = useTranslation()
  const { decimalMark } = useFormatters()
  const unit = useCurrentStore()?.weightUnit ?? 'kg'
  const grams = form.values.variants[0]?.weight ?? 0
  return (
    <NumberInput
      label={t('product.field.weight')}
      description={t('product.field.weightHint')}
      suffix={` ${unit}`}
      decimalScale={3}
      decimalSeparator={decimalMark}
      min={0}
      maw={240}
      hideControls
      data-path="variants.0.weight"
      classNames={{ input: 'sw-numbers' }}
      error={form.errors['variants.0.weight']}
      value={grams === 0 ? '' : Math.round((grams / gramsByUnit[unit]) * 1000) / 1000}
      onChange={value =>
        form.setFieldValue('variants.0.weight', Math.round(Number(value || 0) * gramsByUnit[unit]))
      }
    />
  )
}
