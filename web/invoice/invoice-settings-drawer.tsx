import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  InvoiceSettings,
  invoiceApi,
  type StoredInvoiceSettings,
} from '#contract/invoice/invoice.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
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
  const { version, ...values } = settings
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
        <TextField
          form={form}
          name="invoicePrefix"
          label={t('invoice.settings.invoicePrefix')}
          description={t('invoice.settings.prefixHint')}
        />
        <TextField
          form={form}
          name="creditNotePrefix"
          label={t('invoice.settings.creditNotePrefix')}
          description={t('invoice.settings.seriesHint')}
        />
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
