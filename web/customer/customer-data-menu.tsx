import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, IconDownload, IconEraser } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Customer } from '#contract/customer/customer.ts'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { startDownload } from '../lib/call/transfer.ts'
import { useFormatters } from '../lib/formatters.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

/** Exports or erases all data about a customer, with that of their orders. */
export function CustomerDataMenu({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const canReadOrders = usePermission('order:read')
  const canWriteOrders = usePermission('order:write')
  const [isErasing, setErasing] = useState(false)
  if (!canReadOrders) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('ui.more')}>
            <IconDotsVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDownload size={16} stroke={1.75} />}
            onClick={() =>
              startDownload(customerDataApi.exportData, { params: { id: customer._id } })
            }
          >
            {t('customerHistory.exportData')}
          </Menu.Item>
          {canWriteOrders && (
            <Menu.Item
              color="red"
              leftSection={<IconEraser size={16} stroke={1.75} />}
              onClick={() => setErasing(true)}
            >
              {t('customerHistory.eraseData')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isErasing && <EraseDialog customer={customer} onClose={() => setErasing(false)} />}
    </>
  )
}

type EraseDialogProps = { customer: Customer; onClose: () => void }

function EraseDialog({
  customer: { _id: id, name, email, phone, orderCount },
  onClose,
}: EraseDialogProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const navigate = useNavigate()
  const erase = useRouteMutation(customerDataApi.erase)
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('customerHistory.eraseTitle', { name: name || email || phone })}
      confirmLabel={t('customerHistory.eraseData')}
      isBusy={erase.isPending}
      onClose={onClose}
      onConfirm={() =>
        erase.mutate(
          { params: { id }, body: {} },
          { onSuccess: () => navigate(recordListPaths.customer), onError: onClose },
        )
      }
    >
      {t('customerHistory.eraseText', { orders: format.number(orderCount) })}
    </ConfirmDialog>
  )
}
