import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SwitchField } from '../ui/form/choice-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { gramsByUnit } from './product-cell-column.ts'
import type { ProductValues } from './product-values.ts'

type Props = { form: ContractForm<ProductValues> }

/** Whether the product is shipped. Variants of a product with options have their own weights. */
export function ProductShippingCard({ form, hasOptions }: Props & { hasOptions: boolean }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('product.card.shipping')}>
      <SwitchField
        form={form}
        name="requiresShipping"
        label={t('product.field.requiresShipping')}
        description={t('product.field.requiresShippingHint')}
      />
      {form.values.requiresShipping && !hasOptions && <WeightField form={form} />}
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
