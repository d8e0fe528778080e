import { Button, Checkbox, NumberInput, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceLine } from '#contract/invoice/invoice-document.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

type CreditedItems = { quantities: Record<string, number>; hasShipping: boolean }
const noItems: CreditedItems = { quantities: {}, hasShipping: false }

/** Issues a credit note for the remaining amount of an invoice, or for chosen items. */
export function CreditInvoiceButton({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const credit = useRouteMutation(invoiceApi.credit)
  const [isOpen, setOpen] = useState(false)
  const [scope, setScope] = useState<'all' | 'items'>('all')
  const [items, setItems] = useState(noItems)
  const { _id: id, number, document } = invoice
  const close = () => setOpen(false)
  const lines = Object.entries(items.quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([line, quantity]) => ({ line, quantity }))
  const shipping = items.hasShipping ? document.shipping?.total : undefined
  const isEmpty = scope === 'items' && lines.length === 0 && !shipping
  const submit = () => {
    if (isEmpty) return
    credit.mutate(
      {
        params: { id },
        body: scope === 'all' ? {} : { lines, ...(shipping !== undefined && { shipping }) },
      },
      {
        onSuccess: creditNote => navigate(getRecordPath('invoice', creditNote._id)),
        onSettled: close,
      },
    )
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('invoice.credit')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('invoice.creditTitle', { number })}
        confirmLabel={t('invoice.credit')}
        isBusy={credit.isPending}
        onClose={close}
        onConfirm={submit}
      >
        <Stack>
          <SegmentedControl
            value={scope}
            onChange={value => setScope(value === 'items' ? 'items' : 'all')}
            data={[
              { value: 'all', label: t('invoice.creditAll') },
              { value: 'items', label: t('invoice.creditLines') },
            ]}
          />
          {scope === 'items' && (
            <CreditedItemFields invoice={invoice} items={items} onChange={setItems} />
          )}
          <div>{scope === 'all' ? t('invoice.creditText') : t('invoice.creditLinesText')}</div>
        </Stack>
      </ConfirmDialog>
    </>
  )
}

type FieldsProps = {
  invoice: Invoice
  items: CreditedItems
  onChange: (items: CreditedItems) => void
}

function CreditedItemFields({ invoice: { document }, items, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { quantities, hasShipping } = items
  return (
    <>
      {document.lines.filter(hasOrderLine).map(line => (
        <NumberInput
          key={line.orderLine}
          label={t('invoice.creditQuantity', {
            title: [line.title, line.variantTitle].filter(Boolean).join(' · '),
          })}
          min={0}
          max={line.quantity}
          allowDecimal={false}
          value={quantities[line.orderLine] ?? 0}
          onChange={value =>
            onChange({ ...items, quantities: { ...quantities, [line.orderLine]: Number(value) } })
          }
        />
      ))}
      {document.shipping && document.shipping.total > 0 && (
        <Checkbox
          label={`${t('invoice.creditShipping')} · ${format.money(document.shipping.total, document.currency)}`}
          checked={hasShipping}
          onChange={event => onChange({ ...items, hasShipping: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

const hasOrderLine = (line: InvoiceLine): line is InvoiceLine & { orderLine: string } =>
  line.orderLine !== undefined
