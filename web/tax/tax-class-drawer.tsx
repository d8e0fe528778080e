import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getMaximum } from '#contract/lib/schema-values.ts'
import { type TaxClass, TaxPercentage, taxApi } from '#contract/store/tax.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useHasPermission } from '../lib/session/session.ts'
import { CanSave, type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { DayField } from '../ui/date/day-input.tsx'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { CountryField } from '../ui/field/country-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import css from './tax.module.css'
import { emptyRate, TaxClassForm, toTaxClassValues } from './tax-class-form.ts'

type Props = { taxClass?: TaxClass; onClose: () => void }

/** The form of a new or existing class with its rates. */
export function TaxClassDrawer({ taxClass, onClose }: Props) {
  const { t } = useTranslation()
  const can = useHasPermission()
  const create = useRouteMutation(taxApi.create)
  const update = useRouteMutation(taxApi.update)
  const [emptyValues] = useState(() => ({ name: '', rates: [emptyRate] }))
  const form = useContractForm(TaxClassForm, {
    values: taxClass ? toTaxClassValues(taxClass) : emptyValues,
    onSave: async body => {
      if (taxClass)
        await update.mutateAsync({
          params: { id: taxClass._id },
          body: { ...body, version: taxClass.version },
        })
      else await create.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <CanSave value={can('business:write')}>
      <DrawerForm
        form={form}
        title={taxClass ? t('tax.editClass', { name: taxClass.name }) : t('tax.add')}
        saveLabel={t(taxClass ? 'tax.save' : 'tax.add')}
        onClose={onClose}
        footerStart={
          taxClass &&
          !taxClass.isStandard && <DeleteClassButton taxClass={taxClass} onDeleted={onClose} />
        }
      >
        <TextField
          form={form}
          name="name"
          label={t('tax.name')}
          required
          description={t('tax.nameHint')}
        />
        <RateList form={form} />
      </DrawerForm>
    </CanSave>
  )
}

type FormProps = { form: ContractForm<TaxClassForm> }

function RateList({ form }: FormProps) {
  const { t } = useTranslation()
  return (
    <div className={css.rateForms}>
      <h3 className={css.ratesTitle}>{t('tax.rates')}</h3>
      {form.values.rates.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rates have no id, and their values change
        <RateFields key={index} form={form} index={index} />
      ))}
      <PermissionGate permission="business:write">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={15} stroke={1.75} />}
          onClick={() => form.insertListItem('rates', emptyRate)}
        >
          {t('tax.addRate')}
        </Button>
      </PermissionGate>
    </div>
  )
}

function RateFields({ form, index }: FormProps & { index: number }) {
  const { t } = useTranslation()
  return (
    <fieldset className={css.rateForm}>
      <div className={css.rateHead}>
        <CountryField
          form={form}
          name={`rates.${index}.country`}
          label={t('tax.country')}
          placeholder={t('tax.allCountries')}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('tax.removeRate', { number: index + 1 })}
          onClick={() => form.removeListItem('rates', index)}
        >
          <IconTrash size={18} stroke={1.75} />
        </ActionIcon>
      </div>
      {form.values.rates[index]?.country && (
        <TextField
          form={form}
          name={`rates.${index}.region`}
          label={t('tax.region')}
          description={t('tax.regionHint')}
        />
      )}
      <div className={css.columns}>
        <NumberField
          form={form}
          name={`rates.${index}.rate`}
          label={t('tax.rate')}
          min={0}
          max={getMaximum(TaxPercentage)}
          fractionDigits={3}
          suffix=" %"
        />
        <DayField form={form} name={`rates.${index}.validFrom`} label={t('tax.validFrom')} />
      </div>
    </fieldset>
  )
}

function DeleteClassButton({ taxClass, onDeleted }: { taxClass: TaxClass; onDeleted: () => void }) {
  const { t } = useTranslation()
  const remove = useRouteMutation(taxApi.delete)
  return (
    <PermissionGate permission="business:write">
      <ConfirmButton
        variant="subtle"
        color="red"
        label={t('tax.delete')}
        title={t('tax.deleteTitle', { name: taxClass.name })}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: taxClass._id } }, { onSuccess: onDeleted })}
      >
        {t('tax.deleteText')}
      </ConfirmButton>
    </PermissionGate>
  )
}
