import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceLine } from '#contract/invoice/invoice-document.ts'
import { issue } from '#contract/lib/error/issue.ts'
import { LineUnits } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { type ContractForm, useContractForm } from '../lib/use-contract-form.ts'
import { SwitchField } from '../ui/field/choice-field.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'

/** The names of the fields are the paths of the call, so that its errors appear at them. */
const CreditForm = z
  .object({ scope: z.enum(['all', 'items']), lines: z.array(LineUnits), shipping: z.boolean() })
  .refine(
    ({ scope, lines, shipping }) =>
      scope === 'all' || shipping || lines.some(({ quantity }) => quantity > 0),
    { ...issue('units_missing'), path: ['lines', 0, 'quantity'] },
  )
type CreditFormValues = z.input<typeof CreditForm>

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
  const form = useContractForm(CreditForm, {
    values: getCreditValues(invoice),
    onSave: async ({ scope, lines, shipping }) => {
      const creditNote = await credit.mutateAsync({
        params: { id },
        body:
          scope === 'all'
            ? {}
            : { lines, ...(shipping && { shipping: document.shipping?.total ?? 0 }) },
      })
      onClose()
      void navigate(getRecordPath('invoice', creditNote._id))
    },
  })
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
      <div>{scope === 'all' ? t('invoice.creditText') : t('invoice.creditLinesText')}</div>
    </ModalForm>
  )
}

const getCreditValues = ({ document: { lines } }: Invoice): CreditFormValues => ({
  scope: 'all',
  lines: lines.filter(hasOrderLine).map(({ orderLine }) => ({ line: orderLine, quantity: 0 })),
  shipping: false,
})

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
