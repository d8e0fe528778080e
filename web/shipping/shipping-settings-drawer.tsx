import { ActionIcon, Button, Input, Switch } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { shippingApi } from '#contract/store/shipping.ts'
import {
  ShippingSettingsEdit,
  type StoredShippingSettings,
} from '#contract/store/shipping-settings.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { DayField } from '../ui/date/day-input.tsx'
import { TagsField } from '../ui/field/choice-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import css from './shipping.module.css'

type Props = { settings: StoredShippingSettings; onClose: () => void }

/** The form of working days, holidays and packing times. */
export function ShippingSettingsDrawer({ settings, onClose }: Props) {
  const { t } = useTranslation()
  const update = useRouteMutation(shippingApi.updateSettings)
  const form = useContractForm(ShippingSettingsEdit, {
    values: settings,
    can: 'business:write',
    onSave: async body => {
      await update.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t('shipping.editTimes')}
      saveLabel={t('shipping.save')}
      onClose={onClose}
    >
      <WorkingDays form={form} />
      <TextField
        form={form}
        name="cutOff"
        type="time"
        label={t('shipping.cutOff')}
        description={t('shipping.cutOffHint')}
      />
      <NumberField
        form={form}
        name="handlingDays"
        label={t('shipping.handlingDays')}
        description={t('shipping.handlingDaysHint')}
      />
      <Holidays form={form} />
      <TagsField
        form={form}
        name="classes"
        label={t('shipping.classes')}
        description={t('shipping.classesHint')}
      />
    </DrawerForm>
  )
}

type FormProps = { form: ContractForm<z.input<typeof ShippingSettingsEdit>> }

function WorkingDays({ form }: FormProps) {
  const { t } = useTranslation()
  const { weekdays } = useFormatters()
  const days = form.values.workingDays ?? []
  return (
    <Input.Wrapper label={t('shipping.workingDays')} error={form.errors['workingDays']}>
      <div className={css.days} data-path="workingDays">
        {weekdays().map(({ index, name }) => (
          <Switch
            key={index}
            label={name}
            checked={days.includes(index)}
            onChange={event =>
              form.setFieldValue(
                'workingDays',
                event.currentTarget.checked
                  ? [...days, index].toSorted()
                  : days.filter(day => day !== index),
              )
            }
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}

function Holidays({ form }: FormProps) {
  const { t } = useTranslation()
  const holidays = form.values.holidays ?? []
  return (
    <Input.Wrapper label={t('shipping.holidays')} description={t('shipping.holidaysHint')}>
      <div className={css.steps}>
        {holidays.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: days have no id, and their values change
          <div key={index} className={css.step}>
            <DayField
              form={form}
              name={`holidays.${index}`}
              label={t('shipping.holiday')}
              hideLabel
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('shipping.removeHoliday')}
              onClick={() => form.removeListItem('holidays', index)}
            >
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={15} stroke={1.75} />}
          onClick={() => form.insertListItem('holidays', '')}
        >
          {t('shipping.addHoliday')}
        </Button>
      </div>
    </Input.Wrapper>
  )
}
