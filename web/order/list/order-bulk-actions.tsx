import { Button, Menu, Modal, Select, Stack, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { cancelReasons, paymentMethods } from '#contract/order/order-state.ts'
import { type BulkTarget, toSelectionBody, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { withLazyTexts } from '../../lib/preference/i18n.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import { toOptions } from '../../lib/to-options.ts'
import { BulkTagsDialog } from '../../list/bulk-tags-dialog.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useOpenDialog } from '../../ui/dialog/use-open-dialog.ts'
import { BulkPrintMenu } from '../print/bulk-print-menu.tsx'
import { BulkShipButton } from './bulk-ship-button.tsx'

const BulkArchiveDialog = lazy(() =>
  withLazyTexts(
    import('./bulk-archive-dialog.tsx').then(module => ({ default: module.BulkArchiveDialog })),
  ),
)
const BulkDeliverDialog = lazy(() =>
  withLazyTexts(
    import('./bulk-deliver-dialog.tsx').then(module => ({ default: module.BulkDeliverDialog })),
  ),
)
const CreatePackerLinkDialog = lazy(() =>
  withLazyTexts(
    import('../packer/create-packer-link-dialog.tsx').then(module => ({
      default: module.CreatePackerLinkDialog,
    })),
  ),
)

/** The bulk actions of the order list. Orders that fail are reported and do not stop the others. */
export function OrderBulkActions({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const updateStatus = useBulkAction(orderApi.bulkUpdateStatus, selection, 'ordersUpdated')
  const addPayment = useBulkAction(orderApi.bulkAddPayment, selection, 'ordersUpdated')
  const updateTags = useBulkAction(orderApi.bulkUpdateTags, selection, 'ordersUpdated')
  const updateArchived = useBulkAction(
    orderArchiveApi.bulkUpdateArchived,
    selection,
    'ordersUpdated',
  )
  const deleteDrafts = useBulkAction(orderArchiveApi.bulkDeleteDrafts, selection, 'draftsDeleted')
  const [openDialog, setOpenDialog] = useState<
    'deliver' | 'pay' | 'tags' | 'archive' | 'cancel' | 'packerLink' | 'delete'
  >()
  const close = () => setOpenDialog(undefined)
  const countParams = { count: selection.count, n: format.number(selection.count) }
  const statuses = [...(useCurrentStore()?.orderSteps ?? []), 'delivered', 'completed'] as const
  const chooseStatus = (status: (typeof statuses)[number]) =>
    status === 'delivered' ? setOpenDialog('deliver') : updateStatus.mutate({ status })
  const isDraftView = useSearchParams()[0].get('view') === 'drafts'
  if (!usePermission('order:write')) return <BulkPrintMenu selection={selection} />

  return (
    <>
      <BulkShipButton selection={selection} />
      <BulkPrintMenu selection={selection} />
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
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
          <Menu.Item onClick={() => setOpenDialog('pay')}>{t('order.bulk.pay')}</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('packerLink')}>
            {t('order.packerLink.create')}
          </Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('tags')}>{t('ui.bulk.tags')}</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('archive')}>
            {t('order.archive.archiveAll')}
          </Menu.Item>
          <Menu.Item onClick={() => updateArchived.mutate({ isArchived: false })}>
            {t('order.archive.unarchiveAll')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setOpenDialog('cancel')}>
            {t('order.bulk.cancel')}
          </Menu.Item>
          {isDraftView && (
            <Menu.Item color="red" onClick={() => setOpenDialog('delete')}>
              {t('order.draft.deleteAll')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={openDialog === 'delete'}
        title={t('order.draft.deleteAllTitle', countParams)}
        confirmLabel={t('order.draft.deleteAll')}
        isDangerous
        isBusy={deleteDrafts.isPending}
        onClose={close}
        onConfirm={() => deleteDrafts.mutate({}, { onSettled: close })}
      >
        {t('order.draft.deleteText')}
      </ConfirmDialog>
      <Suspense>
        {openDialog === 'deliver' && <BulkDeliverDialog selection={selection} onClose={close} />}
        {openDialog === 'archive' && <BulkArchiveDialog selection={selection} onClose={close} />}
        {openDialog === 'packerLink' && (
          <CreatePackerLinkDialog orders={toSelectionBody(selection.selection)} onClose={close} />
        )}
      </Suspense>
      {openDialog === 'tags' && (
        <BulkTagsDialog
          count={selection.count}
          isBusy={updateTags.isPending}
          onClose={close}
          onApply={change => updateTags.mutate(change, { onSettled: close })}
        />
      )}
      {openDialog === 'pay' && (
        <ChoiceDialog
          title={t('order.bulk.payTitle', countParams)}
          label={t('order.money.method')}
          options={toOptions(paymentMethods, value => t(`order.method.${value}`))}
          action={t('order.bulk.pay')}
          isBusy={addPayment.isPending}
          onClose={close}
          onChoose={method => addPayment.mutate({ method }, { onSettled: close })}
        />
      )}
      {openDialog === 'cancel' && (
        <ChoiceDialog
          title={t('order.bulk.cancelTitle', countParams)}
          label={t('order.bulk.reason')}
          options={toOptions(cancelReasons, value => t(`order.reason.${value}`))}
          action={t('order.bulk.cancel')}
          isDangerous
          isBusy={updateStatus.isPending}
          onClose={close}
          onChoose={reason =>
            updateStatus.mutate({ status: 'cancelled', reason }, { onSettled: close })
          }
        />
      )}
    </>
  )
}

type ChoiceDialogProps<T extends string> = {
  title: string
  label: string
  options: readonly { value: T; label: string }[]
  action: string
  isDangerous?: boolean
  isBusy: boolean
  onChoose: (value: T) => void
  onClose: () => void
}

/** A dialog with one choice that applies to all selected orders. */
function ChoiceDialog<T extends string>({
  title,
  label,
  options,
  action,
  isDangerous = false,
  isBusy,
  onChoose,
  onClose,
}: ChoiceDialogProps<T>) {
  const { t } = useTranslation()
  const [value, setValue] = useState<string | null>(options[0]?.value ?? null)
  const selectedOption = options.find(option => option.value === value)
  return (
    <Modal {...useOpenDialog(onClose)} title={title} size="sm">
      <Stack gap="lg">
        <Text c="dimmed">{t('orderBulk.skippedText')}</Text>
        <Select
          label={label}
          data={options}
          value={value}
          onChange={setValue}
          allowDeselect={false}
          data-autofocus
        />
        <Stack gap="xs">
          <Button
            color={isDangerous ? 'red' : undefined}
            loading={isBusy}
            onClick={() => selectedOption && onChoose(selectedOption.value)}
          >
            {action}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
