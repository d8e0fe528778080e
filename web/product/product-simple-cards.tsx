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
              description={t(isSoldOut ? 'product.field.soldOutHint' : 'product.field.stockHint')}
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
