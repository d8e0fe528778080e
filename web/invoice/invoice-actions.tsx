import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { DeleteButton } from '../ui/dialog/delete-button.tsx'

type Props = { invoice: Invoice }

export function IssueInvoiceButton({ invoice: { _id: id, version, orderVersion } }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const issue = useRouteMutation(invoiceApi.issue)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('invoice.issue')}</Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('invoice.issueTitle')}
        confirmLabel={t('invoice.issue')}
        isBusy={issue.isPending}
        onClose={close}
        onConfirm={() =>
          issue.mutate({ params: { id }, body: { version, orderVersion } }, { onSettled: close })
        }
      >
        {t('invoice.issueText')}
      </ConfirmDialog>
    </>
  )
}

export function DeleteDraftButton({ invoice: { _id: id, order } }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <DeleteButton
      route={invoiceApi.delete}
      id={id}
      label={t('invoice.delete')}
      title={t('invoice.deleteTitle', { number: order.number })}
      text={t('invoice.deleteText')}
      onDeleted={() => navigate(recordListPaths.invoice)}
    />
  )
}

/** Names the recipient first, because an email can't be called back. */
export function SendInvoiceButton({ invoice }: Props) {
  const { t } = useTranslation()
  const { _id: id, number, document, recipientEmail } = invoice
  const { name, company } = document.buyer
  const [isOpen, setOpen] = useState(false)
  const send = useRouteMutation(invoiceApi.send)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('invoice.send')}</Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('invoice.sendTitle', { number })}
        confirmLabel={t('invoice.send')}
        isBusy={send.isPending}
        onClose={close}
        onConfirm={() => send.mutate({ params: { id } }, { onSettled: close })}
      >
        {t('invoice.sendText', {
          recipient: formatEmail(recipientEmail) || name || company || number,
        })}
      </ConfirmDialog>
    </>
  )
}
