import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OrderBulkAction } from '#contract/order/order-bulk-preview.ts'
import type { BulkTarget } from '../../lib/call/use-bulk-action.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { BulkPreview, canConfirm, useBulkPreview } from './bulk-preview.tsx'
import css from './order-list.module.css'

type Props = {
  action: OrderBulkAction
  selection: BulkTarget
  title: string
  confirmLabel: string
  closeLabel?: string
  isDangerous?: boolean
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
  /** The effects of the action and its fields. */
  children?: ReactNode
}

/** A question before an action on the selected orders, with the number of orders that it changes and skips. */
export function BulkOrderDialog({ action, selection, children, ...dialog }: Props) {
  const preview = useBulkPreview(action, selection)
  return (
    <ConfirmDialog isOpen isDisabled={!canConfirm(preview)} {...dialog}>
      <Stack gap="md" className={css.dialog}>
        <BulkPreview preview={preview} />
        {children}
      </Stack>
    </ConfirmDialog>
  )
}
