import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { type Invoice, InvoiceDetails, invoiceApi } from '#contract/invoice/invoice.ts'
import { versionField } from '#contract/lib/schemas.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { DayField } from '../ui/date/day-input.tsx'
import { AddressFields, emptyAddress } from '../ui/field/address-fields.tsx'
import { TextareaField, TextField } from '../ui/field/text-field.tsx'
import { EditColumns, EditForm, FieldRow } from '../ui/form/edit-form.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

/** The form of a draft. An issued invoice is only corrected by a credit note. */
export function InvoiceEditPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const invoice = useSuspenseQuery(queryOptionsFor(invoiceApi.get, { params: { id } })).data
  if (!invoice.number) return <DraftForm invoice={invoice} />
  return (
    <EmptyState
      title={t('invoice.issuedTitle', { number: invoice.number })}
      text={t('invoice.issuedText')}
    >
      <Button component={Link} to={getRecordPath('invoice', id)}>
        {t('invoice.open')}
      </Button>
    </EmptyState>
  )
}

const DraftEdit = InvoiceDetails.extend(versionField)

function DraftForm({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const update = useRouteMutation(invoiceApi.update)
  const { _id: id, version, dueOn, document } = invoice
  const values = useMemo(() => {
    const { buyer, buyerReference, note } = document
    const address = { ...emptyAddress, ...buyer.address }
    return { buyer: { ...buyer, address }, buyerReference, note, dueOn, version }
  }, [document, dueOn, version])
  const form = useContractForm(DraftEdit, {
    values,
    can: 'invoice:write',
    onSave: async body => {
      await update.mutateAsync({ params: { id }, body })
      await navigate(getRecordPath('invoice', id))
    },
  })
  return (
    <EditForm form={form}>
      <PageHeader
        title={t('invoice.editTitle', { number: invoice.order.number })}
        back={{ to: getRecordPath('invoice', id), label: t('invoice.draft') }}
      />
      <EditColumns
        sidebar={
          <SectionCard title={t('invoice.details')}>
            <DayField
              form={form}
              name="dueOn"
              isOptional
              label={t('invoice.due')}
              description={t('invoice.dueHint')}
            />
            <TextField
              form={form}
              name="buyerReference"
              label={t('invoice.buyerReference')}
              description={t('invoice.buyerReferenceHint')}
            />
          </SectionCard>
        }
      >
        <SectionCard title={t('invoice.buyer')}>
          <FieldRow>
            <TextField form={form} name="buyer.name" label={t('invoice.buyerName')} />
            <TextField form={form} name="buyer.company" label={t('invoice.company')} />
          </FieldRow>
          <FieldRow>
            <TextField form={form} name="buyer.email" label={t('invoice.email')} />
            <TextField form={form} name="buyer.vatId" label={t('invoice.vatId')} />
          </FieldRow>
          <AddressFields
            form={form}
            getFieldName={part => `buyer.address.${part}` as const}
            hasName={false}
          />
        </SectionCard>
        <SectionCard title={t('invoice.note')}>
          <TextareaField form={form} name="note" label={t('invoice.noteLabel')} />
        </SectionCard>
      </EditColumns>
    </EditForm>
  )
}
