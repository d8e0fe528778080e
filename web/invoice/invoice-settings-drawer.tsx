import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  InvoiceSettings,
  invoiceApi,
  type StoredInvoiceSettings,
} from '#contract/invoice/invoice.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toLocalTime } from '../lib/time-zone.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { FieldRow } from '../ui/form/edit-form.tsx'

type Props = { onClose: () => void }

/** The series, legal details and days for payment of all new invoices. */
export function InvoiceSettingsDrawer({ onClose }: Props) {
  const settings = useQuery(queryOptionsFor(invoiceApi.getSettings, {})).data
  return settings && <SettingsForm settings={settings} onClose={onClose} />
}

function SettingsForm({ settings, onClose }: Props & { settings: StoredInvoiceSettings }) {
  const { t } = useTranslation()
  const update = useRouteMutation(invoiceApi.updateSettings)
  const format = useFormatters()
  const { version, ...values } = settings
  const year = toLocalTime(new Date().toISOString(), format.timeZone).slice(0, 4)
  function describePrefix(prefix: string, savedPrefix: string) {
    const number = `${prefix.trim().toUpperCase()}${year}-0001`
    return number === `${savedPrefix}${year}-0001`
      ? t('invoice.settings.prefixHint')
      : t('invoice.settings.seriesHint', { number })
  }
  const form = useContractForm(InvoiceSettings, {
    values,
    can: 'invoice:write',
    onSave: async body => {
      await update.mutateAsync({ body: { ...body, version } })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t('invoice.settings.title')}
      saveLabel={t('invoice.settings.save')}
      onClose={onClose}
    >
      <FieldRow>
        {(['invoicePrefix', 'creditNotePrefix'] as const).map(name => (
          <TextField
            key={name}
            form={form}
            name={name}
            label={t(`invoice.settings.${name}`)}
            description={describePrefix(form.values[name], settings[name])}
          />
        ))}
      </FieldRow>
      <NumberField
        form={form}
        name="paymentDays"
        label={t('invoice.settings.paymentDays')}
        min={0}
      />
      <TextField form={form} name="taxNumber" label={t('invoice.settings.taxNumber')} />
      <SwitchField
        form={form}
        name="isSmallBusiness"
        label={t('invoice.settings.smallBusiness')}
        description={t('invoice.settings.smallBusinessHint')}
      />
      <SwitchField
        form={form}
        name="issuesWhenPaid"
        label={t('invoice.settings.issuesWhenPaid')}
        description={t('invoice.settings.issuesWhenPaidHint')}
      />
      <SwitchField
        form={form}
        name="emailsIssued"
        label={t('invoice.settings.emailsIssued')}
        description={t('invoice.settings.emailsIssuedHint')}
      />
      <TextareaField
        form={form}
        name="legalNote"
        label={t('invoice.settings.legalNote')}
        description={t('invoice.settings.legalNoteHint')}
      />
    </DrawerForm>
  )
}
