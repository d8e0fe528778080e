import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { optionalOrderSteps } from '#contract/order/order-state.ts'
import { type BulkTarget, toSelectionBody, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { withLazyTexts } from '../../lib/preference/i18n.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import { BulkPrintMenu } from '../print/bulk-print-menu.tsx'
import { BulkArchiveDialog } from './bulk-archive-dialog.tsx'
import { BulkCancelDialog, BulkPaymentDialog } from './bulk-choice-dialog.tsx'
import { BulkDeleteDraftsDialog } from './bulk-delete-drafts-dialog.tsx'
import { BulkNotifyDialog } from './bulk-notify-dialog.tsx'
import { BulkOrderTagsDialog } from './bulk-order-tags-dialog.tsx'
import css from './order-list.module.css'

const CreatePackerLinkDialog = lazy(() =>
  withLazyTexts(
    import('../packer/create-packer-link-dialog.tsx').then(module => ({
      default: module.CreatePackerLinkDialog,
    })),
  ),
)

type DialogProps = { selection: BulkTarget; onClose: () => void }
const dialogs = {
  shipped: (props: DialogProps) => <BulkNotifyDialog status="shipped" {...props} />,
  delivered: (props: DialogProps) => <BulkNotifyDialog status="delivered" {...props} />,
  paid: BulkPaymentDialog,
  tagged: BulkOrderTagsDialog,
  archived: BulkArchiveDialog,
  cancelled: BulkCancelDialog,
  deleted: BulkDeleteDraftsDialog,
}

/** The bulk actions of the order list. Orders that fail are reported and do not stop the others. */
export function OrderBulkActions({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const updateStatus = useBulkAction(
    orderApi.bulkUpdateStatus,
    selection,
    ({ status }) =>
      `orderBulk.success.${optionalOrderSteps.find(step => step === status) ?? 'completed'}`,
  )
  const unarchive = useBulkAction(
    orderArchiveApi.bulkUpdateArchived,
    selection,
    'orderBulk.success.unarchived',
  )
  const [openDialog, setOpenDialog] = useState<keyof typeof dialogs | 'packerLink'>()
  const close = () => setOpenDialog(undefined)
  const statuses = [...(useCurrentStore()?.orderSteps ?? []), 'delivered', 'completed'] as const
  const chooseStatus = (status: (typeof statuses)[number]) =>
    status === 'delivered' ? setOpenDialog(status) : updateStatus.mutate({ status })
  const isDraftView = useSearchParams()[0].get('view') === 'drafts'
  const Dialog = openDialog && openDialog !== 'packerLink' && dialogs[openDialog]
  if (!usePermission('order:write')) return <BulkPrintMenu selection={selection} />

  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        disabled={selection.isBusy}
        onClick={() => setOpenDialog('shipped')}
      >
        {t('order.bulk.shipped')}
      </Button>
      <BulkPrintMenu selection={selection} />
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            className={css.more}
            variant="default"
            size="compact-sm"
            disabled={selection.isBusy}
            rightSection={<IconChevronDown size={14} />}
          >
            {t('order.list.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {statuses.map(status => (
            <Menu.Item key={status} onClick={() => chooseStatus(status)}>
              {t(`order.bulk.${status}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setOpenDialog('paid')}>{t('order.bulk.pay')}</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('packerLink')}>
            {t('order.packerLink.create')}
          </Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('tagged')}>{t('ui.bulk.tags')}</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('archived')}>
            {t('order.archive.archiveAll')}
          </Menu.Item>
          <Menu.Item onClick={() => unarchive.mutate({ isArchived: false })}>
            {t('order.archive.unarchiveAll')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setOpenDialog('cancelled')}>
            {t('order.bulk.cancel')}
          </Menu.Item>
          {isDraftView && (
            <Menu.Item color="red" onClick={() => setOpenDialog('deleted')}>
              {t('order.draft.deleteAll')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {openDialog === 'packerLink' && (
        <Suspense>
          <CreatePackerLinkDialog orders={toSelectionBody(selection.selection)} onClose={close} />
        </Suspense>
      )}
      {Dialog && <Dialog selection={selection} onClose={close} />}
    </>
  )
}
