import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { StoreStatusDialog, type StoreStatusTarget } from './store-status-dialog.tsx'

type Props = {
  newStatus: 'live' | 'paused' | 'closed'
  variant: 'filled' | 'default' | 'subtle'
  size?: 'xs' | 'sm'
  isDisabled?: boolean
  /** The current store by default. */
  store?: StoreStatusTarget
}

/** A button that opens, pauses or closes a store after a confirmation. */
export function StoreStatusButton({
  newStatus,
  variant,
  size = 'sm',
  isDisabled = false,
  store,
}: Props) {
  const { t } = useTranslation()
  const currentStore = useCurrentStore()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const targetStore = store ?? currentStore
  return (
    <>
      <Button
        variant={variant}
        size={size}
        color={newStatus === 'closed' ? 'red' : undefined}
        disabled={isDisabled || !targetStore}
        onClick={() => setDialogOpen(true)}
      >
        {t(`store.statusChange.${newStatus}.submit`)}
      </Button>
      {targetStore && isDialogOpen && (
        <StoreStatusDialog
          store={targetStore}
          newStatus={newStatus}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}
