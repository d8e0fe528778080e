import { Button, Modal, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { startDownload } from '../lib/call/transfer.ts'
import { getDateFormat } from '../lib/intl-format.ts'
import { getLocale } from '../lib/preference/language.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'

const shownMonths = 36

/** Exports the issued invoices of a month as CSV, or their PDFs as ZIP. */
export function ExportMonthButton() {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const months = listMonths(new Date())
  const [month, setMonth] = useState(months[0] ?? '')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t('invoice.export.title')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('invoice.export.title')}
        size="sm"
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Select
          label={t('invoice.export.month')}
          value={month}
          allowDeselect={false}
          data={months.map(value => ({
            value,
            label: formatMonth(getLocale(i18n.language), value),
          }))}
          onChange={value => setMonth(value ?? month)}
        />
        <DialogFooter>
          <Button
            variant="default"
            onClick={() => startDownload(invoiceApi.exportCsv, { query: { month } })}
          >
            {t('invoice.export.csv')}
          </Button>
          <PermissionGate permission="customer:read">
            <Button onClick={() => startDownload(invoiceApi.exportZip, { query: { month } })}>
              {t('invoice.export.zip')}
            </Button>
          </PermissionGate>
        </DialogFooter>
      </Modal>
    </>
  )
}

const formatMonth = (locale: string, month: string) =>
  getDateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )

/** Returns this month and those before, such as `2026-11`. */
const listMonths = (now: Date): string[] =>
  Array.from({ length: shownMonths }, (_, index) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - index, 1)).toISOString().slice(0, 7),
  )
