import { Group, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { optionalOrderSteps } from '#contract/order/order-state.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import type { StoreValues } from './store-values.ts'

/** Turns the optional steps of orders on and off. */
export function OrderStepsField({ form }: { form: ContractForm<StoreValues> }) {
  const { t } = useTranslation()
  return (
    <Switch.Group
      label={t('myStore.field.orderSteps')}
      description={t('myStore.field.orderStepsHint')}
      value={form.values.orderSteps ?? []}
      onChange={selectedSteps =>
        form.setValues({
          orderSteps: optionalOrderSteps.filter(step => selectedSteps.includes(step)),
        })
      }
    >
      <Group gap="lg" mt="xs">
        {optionalOrderSteps.map(step => (
          <Switch key={step} value={step} label={t(`ui.orderStatus.${step}`)} />
        ))}
      </Group>
    </Switch.Group>
  )
}
