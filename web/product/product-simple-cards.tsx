import { useTranslation } from 'react-i18next'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { MoneyField } from '../ui/field/money-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { ProductMeasureFields } from './product-measure-fields.tsx'
import type { ProductValues } from './product-values.ts'

type Props = { form: ContractForm<ProductValues> }

/**
 * The price and stock of a product without options, which are fields of its only variant.
 */
export function ProductSimpleCards({ form }: Props) {
  const { t } = useTranslation()
  const { trackStock: tracksStock = true, stock, allowBackorder } = form.values.variants[0] ?? {}
  const isSoldOut = (stock ?? 0) <= 0 && !allowBackorder
  return (
    <>
      <PricingCard form={form} />
      <SectionCard title={t('product.card.inventory')}>
        <FieldRow>
          <TextField
            form={form}
            name="variants.0.sku"
            label={t('productField.sku')}
            description={t('product.form.skuHint')}
          />
          <TextField
            form={form}
            name="variants.0.barcode"
            label={t('productField.barcode')}
            description={t('product.form.barcodeHint')}
          />
          {tracksStock && (
            <NumberField
              form={form}
              name="variants.0.stock"
              label={t('productField.stock')}
              description={t(isSoldOut ? 'product.form.soldOutHint' : 'product.form.stockHint')}
            />
          )}
        </FieldRow>
        <SwitchField
          form={form}
          name="variants.0.trackStock"
          label={t('productField.trackStock')}
          description={t('product.form.trackStockHint')}
        />
        {tracksStock && (
          <SwitchField
            form={form}
            name="variants.0.allowBackorder"
            label={t('productField.allowBackorder')}
            description={t('product.form.allowBackorderHint')}
          />
        )}
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
          label={t('productField.price')}
          currency={currency}
        />
        <MoneyField
          form={form}
          name="variants.0.compareAtPrice"
          label={t('productField.compareAtPrice')}
          currency={currency}
          description={t(
            isCompareLow ? 'product.form.compareAtPriceLow' : 'product.form.compareAtPriceHint',
          )}
        />
        <MoneyField
          form={form}
          name="variants.0.cost"
          label={t('productField.cost')}
          currency={currency}
          description={t('product.form.costHint')}
        />
      </FieldRow>
      {hasMargin && (
        <KeyValues
          numbers
          items={[
            { label: t('product.form.profit'), value: format.money(price - cost, currency) },
            { label: t('product.form.margin'), value: format.percent((price - cost) / price) },
          ]}
        />
      )}
      <ProductMeasureFields form={form} currency={currency} />
    </SectionCard>
  )
}
