import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderPaperApi, orderPaperKinds } from '#contract/order/order-paper.ts'
import {
  orderPrintApi,
  type PrintedDocument,
  printedDocuments,
} from '#contract/order/order-print.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { startDownload } from '../../lib/call/transfer.ts'
import { type BulkTarget, toSelectionBody } from '../../lib/call/use-bulk-action.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { BulkPrintDialog } from './bulk-print-dialog.tsx'

/** Prints a document of each selected order as one file. A document of one order needs no job. */
export function BulkPrintMenu({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const canSeeContacts = usePermission('customer:read')
  // Invoices contain the email of the buyer.
  const canReadInvoices = usePermission('invoice:read') && canSeeContacts
  const documents = printedDocuments.filter(
    document => canReadInvoices || (document !== 'invoice' && document !== 'creditNote'),
  )
  const create = useRouteMutation(orderPrintApi.createPrint, { hasErrorToast: true })
  const [printId, setPrintId] = useState<string>()
  function print(document: PrintedDocument) {
    const rows = toSelectionBody(selection.selection)
    const { ids = [] }: { ids?: string[] } = rows
    const [id, ...others] = ids
    const paper = orderPaperKinds.find(kind => kind === document)
    if (paper && id !== undefined && others.length === 0)
      startDownload(orderPaperApi.getPaperPdf, { params: { id }, query: { paper } })
    else create.mutate({ body: { ...rows, document } }, { onSuccess: ({ _id }) => setPrintId(_id) })
  }
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            disabled={selection.isBusy}
            loading={create.isPending}
            rightSection={<IconChevronDown size={14} />}
          >
            {t('order.print.bulk')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {documents.map(document => (
            <Menu.Item key={document} onClick={() => print(document)}>
              {t(`order.print.documents.${document}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {printId && <BulkPrintDialog id={printId} onClose={() => setPrintId(undefined)} />}
    </>
  )
}
