import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fromGrams, toGrams } from '#contract/lib/weight.ts'
import { WithdrawalException } from '#contract/product/product-checkout.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { useWeightUnit } from '../lib/session/use-current-store.ts'
import { toOptions } from '../lib/to-options.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
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
        label={t('productField.requiresShipping')}
        description={t('product.form.requiresShippingHint')}
      />
      {form.values.requiresShipping && !hasOptions && <WeightField form={form} />}
      {form.values.requiresShipping && <ClassField form={form} />}
      <WithdrawalField form={form} />
    </SectionCard>
  )
}

/** Whether EU shoppers can withdraw from the purchase, or why they cannot. */
function WithdrawalField({ form }: Props) {
  const { t } = useTranslation()
  return (
    <SelectField
      form={form}
      name="withdrawalException"
      label={t('productField.withdrawalException')}
      description={t('product.form.withdrawalExceptionHint')}
      options={toOptions(WithdrawalException.options, value =>
        t(`product.withdrawalException.${value}`),
      )}
    />
  )
}

/** The class of goods, if the store has any. Rates can exclude classes. */
function ClassField({ form }: Props) {
  const { t } = useTranslation()
  const canRead = usePermission('business:read')
  const { data } = useQuery({ ...queryOptionsFor(shippingApi.getSettings, {}), enabled: canRead })
  const names = [...new Set([...(data?.classes ?? []), form.values.shippingClass ?? ''])]
  if (names.every(name => name === '')) return null
  return (
    <SelectField
      form={form}
      name="shippingClass"
      label={t('productField.shippingClass')}
      description={t('product.form.shippingClassHint')}
      options={names
        .toSorted((a, b) => a.localeCompare(b))
        .map(name => ({ value: name, label: name || t('product.form.noShippingClass') }))}
    />
  )
}

/** A weight field in the unit of the store. Its value is in grams. */
function WeightField({ form }: Props) {
  const { t } = useTranslation()
  const { decimalMark } = useFormatters()
  const unit = useWeightUnit()
  const grams = form.values.variants[0]?.weight ?? 0
  return (
    <NumberInput
      label={t('productField.weight')}
      description={t('product.form.weightHint')}
      suffix={` ${unit}`}
      placeholder={unit}
      decimalScale={3}
      decimalSeparator={decimalMark}
      min={0}
      maw={240}
      hideControls
      data-path="variants.0.weight"
      classNames={{ input: 'sw-numbers' }}
      error={form.errors['variants.0.weight']}
      value={grams === 0 ? '' : fromGrams(grams, unit)}
      onChange={value => form.setFieldValue('variants.0.weight', toGrams(Number(value || 0), unit))}
    />
  )
}
