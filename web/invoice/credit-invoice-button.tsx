import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/invoice/invoice.ts'
import { CreditInvoiceDialog } from './credit-invoice-dialog.tsx'

export function CreditInvoiceButton({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('invoice.credit')}
      </Button>
      {isOpen && <CreditInvoiceDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  )
}
