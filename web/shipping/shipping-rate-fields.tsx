import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fromGrams, toGrams, type WeightUnit } from '#contract/lib/weight.ts'
import { shippingApi, shippingRateKinds } from '#contract/store/shipping.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency, useWeightUnit } from '../lib/session/use-current-store.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { MultiSelectField, SelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { MoneyField } from '../ui/field/money-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { WeightField } from '../ui/field/weight-field.tsx'
import { FormItem } from '../ui/form/form-items.tsx'
import css from './shipping.module.css'
import type { ShippingZoneForm } from './shipping-zone-form.ts'

type Props = { form: ContractForm<ShippingZoneForm>; index: number }

/** The fields of one rate in the form of its zone. */
export function ShippingRateFields({ form, index, onRemove }: Props & { onRemove: () => void }) {
  const { t } = useTranslation()
  const currency = useCurrency()
  const rate = form.values.rates[index]
  const hasSteps = rate?.kind === 'by_weight' || rate?.kind === 'by_total'
  return (
    <FormItem
      legend={rate?.name || t('shipping.newRate')}
      removeLabel={t('shipping.removeRate', { name: rate?.name ?? '' })}
      onRemove={onRemove}
      firstField={
        <TextField
          form={form}
          name={`rates.${index}.name`}
          label={t('shipping.rateName')}
          required
        />
      }
    >
      <SelectField
        form={form}
        name={`rates.${index}.kind`}
        label={t('shipping.price')}
        options={shippingRateKinds.map(kind => ({
          value: kind,
          label: t(`shipping.kind.${kind}`),
        }))}
      />
      {hasSteps ? (
        <PriceSteps form={form} index={index} />
      ) : (
        <MoneyField
          form={form}
          name={`rates.${index}.steps.0.price`}
          label={t('shipping.amount')}
          currency={currency}
        />
      )}
      <div className={css.columns}>
        <MoneyField
          form={form}
          name={`rates.${index}.freeFrom`}
          label={t('shipping.freeFrom')}
          currency={currency}
        />
        <NumberField form={form} name={`rates.${index}.minDays`} label={t('shipping.minDays')} />
        <NumberField form={form} name={`rates.${index}.maxDays`} label={t('shipping.maxDays')} />
      </div>
      <ExcludedClasses form={form} index={index} />
      <SwitchField form={form} name={`rates.${index}.enabled`} label={t('shipping.enabled')} />
    </FormItem>
  )
}

/** The classes of goods that the rate does not carry, for a store with classes. */
function ExcludedClasses({ form, index }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery(queryOptionsFor(shippingApi.getSettings, {}))
  const excluded = form.values.rates[index]?.excludedClasses ?? []
  const names = [...new Set([...(data?.classes ?? []), ...excluded])]
  return names.length === 0 ? null : (
    <MultiSelectField
      form={form}
      name={`rates.${index}.excludedClasses`}
      label={t('shipping.excludedClasses')}
      description={t('shipping.excludedClassesHint')}
      options={names.map(name => ({ value: name, label: name }))}
    />
  )
}

/** The prices from each weight or total. The first one starts at 0. */
function PriceSteps({ form, index }: Props) {
  const { t } = useTranslation()
  const currency = useCurrency()
  const rate = form.values.rates[index]
  const format = useFormatters()
  const weightUnit = useWeightUnit()
  const isByWeight = rate?.kind === 'by_weight'
  const steps = rate?.steps ?? []
  return (
    <div className={css.steps}>
      {steps.map(({ from }, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and their values change
        <div key={step} className={css.step}>
          {isByWeight ? (
            <WeightField
              form={form}
              name={`rates.${index}.steps.${step}.from`}
              label={t('shipping.fromWeight')}
              disabled={step === 0}
              unit={weightUnit}
            />
          ) : (
            <MoneyField
              form={form}
              name={`rates.${index}.steps.${step}.from`}
              label={t('shipping.fromTotal')}
              disabled={step === 0}
              currency={currency}
            />
          )}
          <MoneyField
            form={form}
            name={`rates.${index}.steps.${step}.price`}
            label={t('shipping.amount')}
            currency={currency}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={step === 0}
            aria-label={t('shipping.removeStep', {
              from: isByWeight ? format.weight(from, weightUnit) : format.money(from, currency),
            })}
            onClick={() => form.removeListItem(`rates.${index}.steps`, step)}
          >
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={15} stroke={1.75} />}
        onClick={() =>
          form.insertListItem(`rates.${index}.steps`, {
            from: getNextStep(steps.at(-1)?.from ?? 0, isByWeight ? weightUnit : undefined),
            price: 0,
          })
        }
      >
        {t('shipping.addStep')}
      </Button>
    </div>
  )
}

const nextWeights = { kg: 1, g: 1000, lb: 1, oz: 16 } as const

/** Returns the next round weight or total after a step. */
const getNextStep = (from: number, unit: WeightUnit | undefined): number =>
  unit ? toGrams(fromGrams(from, unit) + nextWeights[unit], unit) : from + 1000
