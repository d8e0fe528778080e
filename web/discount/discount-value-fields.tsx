import { useTranslation } from 'react-i18next'
import { getMaxItems, getMaximum } from '#contract/lib/schema-values.ts'
import {
  DiscountInput,
  DiscountKind,
  DiscountPercentage,
  DiscountScope,
} from '#contract/product/discount.ts'
import { RecordInput } from '../component/record-input.tsx'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { toOptions } from '../lib/to-options.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SelectField } from '../ui/field/choice-field.tsx'
import { getFieldInput } from '../ui/field/form-field.ts'
import { MoneyField } from '../ui/field/money-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import css from './discount.module.css'
import type { DiscountForm } from './discount-form.ts'

type Props = { form: ContractForm<DiscountForm> }

/** The fields for the value of a discount and its products. */
export function DiscountValueFields({ form }: Props) {
  const { t } = useTranslation()
  const { kind, scope } = form.values
  return (
    <>
      <SelectField
        form={form}
        name="kind"
        label={t('discount.kind')}
        options={toOptions(DiscountKind.options, value => t(`discount.kinds.${value}`))}
      />
      <AmountFields form={form} />
      {kind !== 'free_shipping' && (
        <SelectField
          form={form}
          name="scope"
          label={t('discount.scope')}
          options={toOptions(DiscountScope.options, value => t(`discount.scopes.${value}`))}
        />
      )}
      {kind !== 'free_shipping' && scope !== 'order' && <ScopeRecords form={form} scope={scope} />}
    </>
  )
}

function AmountFields({ form }: Props) {
  const { t } = useTranslation()
  const currency = useCurrency()
  const percentage = (label: string) => (
    <NumberField
      form={form}
      name="percentage"
      label={label}
      min={0}
      max={getMaximum(DiscountPercentage)}
      fractionDigits={2}
      suffix=" %"
      required
    />
  )
  switch (form.values.kind) {
    case 'percentage':
      return percentage(t('discount.percentage'))
    case 'amount':
      return (
        <MoneyField
          form={form}
          name="amount"
          label={t('discount.amount')}
          currency={currency}
          required
        />
      )
    case 'free_shipping':
      return null
    case 'buy_get':
      return (
        <>
          <div className={css.columns}>
            <NumberField form={form} name="buyQuantity" label={t('discount.buyQuantity')} min={1} />
            <NumberField form={form} name="getQuantity" label={t('discount.getQuantity')} min={1} />
          </div>
          {percentage(t('discount.percentageOfUnits'))}
        </>
      )
  }
}

function ScopeRecords({ form, scope }: Props & { scope: 'products' | 'categories' }) {
  const { t } = useTranslation()
  const { inputProps, setValue } = getFieldInput({
    form,
    name: scope,
    label: t(`discount.${scope}`),
  })
  return (
    <RecordInput
      label={t(`discount.${scope}`)}
      description={scope === 'categories' ? t('discount.categoriesHint') : undefined}
      error={typeof inputProps.error === 'string' ? inputProps.error : undefined}
      disabled={false}
      data-path={scope}
      entity={scope === 'products' ? 'product' : 'category'}
      max={getMaxItems(DiscountInput.shape[scope])}
      value={form.values[scope]}
      onChange={setValue}
    />
  )
}
