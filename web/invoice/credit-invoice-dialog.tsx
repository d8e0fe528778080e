import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { CreditNoteText, type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument, InvoiceLine } from '#contract/invoice/invoice-document.ts'
import { issue } from '#contract/lib/error/issue.ts'
import { calculateShare } from '#contract/lib/money/share.ts'
import { sum } from '#contract/lib/sum.ts'
import { LineUnits } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextareaField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import css from './invoice.module.css'

const creditedQuantity = (index: number) => ['lines', index, 'quantity']

/** The names of the fields are the paths of the call, so that its errors appear at them. */
const createCreditForm = ({ lines: invoiced }: InvoiceDocument) =>
  z
    .object({
      scope: z.enum(['all', 'items']),
      lines: z.array(LineUnits),
      shipping: z.boolean(),
      note: CreditNoteText,
    })
    .refine(
      ({ scope, lines, shipping }) =>
        scope === 'all' || shipping || lines.some(({ quantity }) => quantity > 0),
      { ...issue('units_missing'), path: creditedQuantity(0) },
    )
    .superRefine(({ scope, lines }, context) => {
      for (const [index, { line, quantity }] of lines.entries()) {
        const maximum = invoiced.find(({ orderLine }) => orderLine === line)?.quantity ?? 0
        const { error: message, params } = issue('too_big', { maximum })
        if (scope === 'items' && quantity > maximum)
          context.addIssue({ code: 'custom', message, params, path: creditedQuantity(index) })
      }
    })
type CreditFormValues = z.input<ReturnType<typeof createCreditForm>>

/** Issues a credit note for the remaining amount of an invoice, or for chosen items. */
export function CreditInvoiceDialog({
  invoice,
  onClose,
}: {
  invoice: Invoice
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const credit = useRouteMutation(invoiceApi.credit)
  const { _id: id, number, document } = invoice
  const form = useContractForm(createCreditForm(document), {
    values: getCreditValues(invoice),
    onSave: async ({ scope, lines, shipping, note }) => {
      const items = { lines, ...(shipping && { shipping: document.shipping?.total ?? 0 }) }
      const creditNote = await credit.mutateAsync({
        params: { id },
        body: { ...(note && { note }), ...(scope === 'items' && items) },
      })
      onClose()
      void navigate(getRecordPath('invoice', creditNote._id))
    },
  })
  const format = useFormatters()
  const { scope } = form.values
  return (
    <ModalForm
      form={form}
      title={t('invoice.creditTitle', { number })}
      saveLabel={t('invoice.credit')}
      onClose={onClose}
    >
      <SegmentedControl
        value={scope}
        onChange={value => form.setFieldValue('scope', value === 'items' ? 'items' : 'all')}
        data={[
          { value: 'all', label: t('invoice.creditAll') },
          { value: 'items', label: t('invoice.creditLines') },
        ]}
      />
      {scope === 'items' && <CreditedItemFields form={form} invoice={invoice} />}
      <div className={css.creditTotal}>
        <span>{t('invoice.creditTotal')}</span>
        <span>{format.money(sumCredit(invoice, form.values), document.currency)}</span>
      </div>
      <TextareaField form={form} name="note" label={t('invoice.note')} rows={2} />
      <div>{scope === 'all' ? t('invoice.creditText') : t('invoice.creditLinesText')}</div>
    </ModalForm>
  )
}

const getCreditValues = ({ document: { lines } }: Invoice): CreditFormValues => ({
  scope: 'all',
  lines: lines.filter(hasOrderLine).map(({ orderLine }) => ({ line: orderLine, quantity: 0 })),
  shipping: false,
  note: '',
})

/** Returns the total of the credit note. Rounding can differ by one after an earlier credit note. */
function sumCredit(
  { document, creditedTotal }: Invoice,
  { scope, lines, shipping }: CreditFormValues,
): number {
  if (scope === 'all') return document.total - creditedTotal
  const amounts = document.lines.map(({ orderLine, quantity, total }) => {
    const units = lines.find(({ line }) => line === orderLine)?.quantity ?? 0
    return calculateShare(total, Math.min(units, quantity), quantity)
  })
  return sum(amounts) + (shipping ? (document.shipping?.total ?? 0) : 0)
}

function CreditedItemFields({
  form,
  invoice: { document },
}: {
  form: ContractForm<CreditFormValues>
  invoice: Invoice
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { lines, shipping, currency } = document
  return (
    <>
      {lines.filter(hasOrderLine).map((line, index) => (
        <NumberField
          key={line.orderLine}
          form={form}
          name={`lines.${index}.quantity`}
          label={t('invoice.creditQuantity', {
            title: [line.title, line.variantTitle].filter(Boolean).join(' · '),
          })}
          description={t('invoice.creditLimit', {
            price: format.money(line.unitPrice, currency),
            quantity: line.quantity,
          })}
          min={0}
          max={line.quantity}
        />
      ))}
      {shipping && shipping.total > 0 && (
        <SwitchField
          form={form}
          name="shipping"
          label={`${t('invoice.creditShipping')} · ${format.money(shipping.total, currency)}`}
        />
      )}
    </>
  )
}

const hasOrderLine = (line: InvoiceLine): line is InvoiceLine & { orderLine: string } =>
  line.orderLine !== undefined
