import { Button, Modal, Progress, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type OrderPrint, orderPrintApi } from '#contract/order/order-print.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { startDownload } from '../../lib/call/transfer.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useOpenDialog } from '../../ui/dialog/use-open-dialog.ts'

const pollMs = 1000

/** The progress of a print, and its file. */
export function BulkPrintDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const print = useQuery({
    ...queryOptionsFor(orderPrintApi.getPrint, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (!data || data.status === 'running' ? pollMs : false),
  }).data
  return (
    <Modal {...useOpenDialog(onClose)} title={t('order.print.title')} size="sm">
      <Stack gap="lg">
        <div role="status">{print && <PrintProgress print={print} />}</div>
        {print?.status === 'done' && (
          <Button
            data-autofocus
            leftSection={<IconDownload size={16} stroke={1.75} />}
            onClick={() => startDownload(orderPrintApi.getPrintPdf, { params: { id } })}
          >
            {t('order.paper.download')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </Stack>
    </Modal>
  )
}

function PrintProgress({ print }: { print: OrderPrint }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { document, status, printedCount, orderCount, skippedCount } = print
  if (status === 'failed') return t('order.print.failed')
  if (status === 'done')
    return (
      <Stack gap="xs">
        <span>{t('order.print.done')}</span>
        {skippedCount > 0 && (
          <span>
            {t(`orderBulk.printSkipped.${document}`, {
              count: skippedCount,
              n: format.number(skippedCount),
            })}
          </span>
        )}
      </Stack>
    )
  const text = t('order.print.running', {
    printed: format.number(printedCount),
    total: format.number(orderCount),
  })
  return (
    <Stack gap="xs">
      {text}
      <Progress value={(printedCount / orderCount) * 100} aria-label={text} animated />
    </Stack>
  )
}
