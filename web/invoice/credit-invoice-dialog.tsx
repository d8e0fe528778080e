import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { CreditNoteText, type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceLine } from '#contract/invoice/invoice-document.ts'
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
const createCreditForm = (creditableLines: readonly CreditableLine[]) =>
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
      for (const [index, { quantity }] of lines.entries()) {
        const maximum = creditableLines[index]?.units ?? 0
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
  const { _id: id, number, document, paid } = invoice
  // The fields keep their lines. If others credit the invoice meanwhile, the server refuses too many units.
  const [creditable] = useState(() => getCreditable(invoice))
  const form = useContractForm(createCreditForm(creditable.lines), {
    values: getCreditValues(creditable),
    onSave: async ({ scope, lines, shipping, note }) => {
      const items = { lines, ...(shipping && { shipping: creditable.shipping }) }
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
      {(creditable.lines.length > 0 || creditable.shipping > 0) && (
        <SegmentedControl
          value={scope}
          onChange={value => form.setFieldValue('scope', value === 'items' ? 'items' : 'all')}
          data={[
            { value: 'all', label: t('invoice.creditAll') },
            { value: 'items', label: t('invoice.creditLines') },
          ]}
        />
      )}
      {scope === 'items' && (
        <CreditedItemFields form={form} creditable={creditable} currency={document.currency} />
      )}
      <div className={css.creditTotal}>
        <span>{t('invoice.creditTotal')}</span>
        <span>{format.money(sumCredit(creditable, form.values), document.currency)}</span>
      </div>
      <TextareaField
        form={form}
        name="note"
        label={t('invoice.note')}
        description={t('invoice.creditNoteHint')}
        rows={2}
      />
      <div>
        {scope === 'all' ? t('invoice.creditText') : t('invoice.creditLinesText')}
        {paid > 0 && ` ${t('invoice.creditNoRefund')}`}
      </div>
    </ModalForm>
  )
}

type CreditableLine = InvoiceLine & {
  orderLine: string
  /** The units and the amount that no credit note contains yet. */
  units: number
  amount: number
}
type Creditable = {
  lines: CreditableLine[]
  shipping: number
  total: number
}

/** Returns what the credit notes of an invoice leave of it. */
function getCreditable(invoice: Invoice): Creditable {
  const { document, creditedTotal, creditedLines, creditedShipping } = invoice
  const lines = document.lines.flatMap(({ orderLine, ...line }) => {
    const credited = creditedLines.find(other => other.line === orderLine)
    const units = line.quantity - (credited?.quantity ?? 0)
    const amount = line.total - (credited?.total ?? 0)
    return orderLine !== undefined && units > 0 ? [{ ...line, orderLine, units, amount }] : []
  })
  const shipping = (document.shipping?.total ?? 0) - creditedShipping
  return { lines, shipping, total: document.total - creditedTotal }
}

const getCreditValues = ({ lines }: Creditable): CreditFormValues => ({
  scope: 'all',
  lines: lines.map(({ orderLine }) => ({ line: orderLine, quantity: 0 })),
  shipping: false,
  note: '',
})

/** Returns the total of the credit note, by the rounding of the server. */
function sumCredit(creditable: Creditable, { scope, lines, shipping }: CreditFormValues): number {
  if (scope === 'all') return creditable.total
  const amounts = creditable.lines.map((line, index) =>
    getAmountOfUnits(line, lines[index]?.quantity ?? 0),
  )
  // A credit note of an amount has no lines.
  return Math.min(sum(amounts) + (shipping ? creditable.shipping : 0), creditable.total)
}

/** Amounts are differences of rounded shares, so that those of all units add up to the line. */
function getAmountOfUnits({ total, quantity, units, amount }: CreditableLine, credited: number) {
  const creditedBefore = quantity - units
  const getPart = (count: number) => calculateShare(total, count, quantity)
  const part = getPart(creditedBefore + Math.min(credited, units)) - getPart(creditedBefore)
  return Math.min(part, amount)
}

function CreditedItemFields({
  form,
  creditable: { lines, shipping },
  currency,
}: {
  form: ContractForm<CreditFormValues>
  creditable: Creditable
  currency: string
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <>
      {lines.map((line, index) => (
        <NumberField
          key={line.orderLine}
          form={form}
          name={`lines.${index}.quantity`}
          label={t('invoice.creditQuantity', {
            title: format.parts([line.title, line.variantTitle]),
          })}
          description={t('invoice.creditLimit', {
            price: format.money(getAmountOfUnits(line, 1), currency),
            quantity: line.units,
          })}
          min={0}
          max={line.units}
        />
      ))}
      {shipping > 0 && (
        <SwitchField
          form={form}
          name="shipping"
          label={`${t('invoice.creditShipping')} · ${format.money(shipping, currency)}`}
        />
      )}
    </>
  )
}
