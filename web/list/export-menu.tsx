import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Route } from '#contract/lib/call/api.ts'
import type { RouteArgs } from '../lib/call/call-api.ts'
import { startDownload } from '../lib/call/transfer.ts'

type Props<Q, B, R, P extends string> = {
  csv: Route<Q, B, R, P>
  xlsx: Route<Q, B, R, P>
  args: RouteArgs<Q, B, P>
}

/** Downloads the rows of a list, with its filters, as CSV or as an Excel workbook. */
export function ExportMenu<Q, B, R, P extends string>({ csv, xlsx, args }: Props<Q, B, R, P>) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {t('dataTable.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => startDownload(csv, args)}>{t('dataTable.csv')}</Menu.Item>
        <Menu.Item onClick={() => startDownload(xlsx, args)}>{t('dataTable.xlsx')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
