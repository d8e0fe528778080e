import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { StoreStatusDialog, type StoreStatusTarget } from './store-status-dialog.tsx'

type Props = {
  newStatus: 'live' | 'paused' | 'closed'
  variant: 'filled' | 'default' | 'subtle'
  isDisabled?: boolean /** The present store where none is given. */
  store?: StoreStatusTarget
}

/** Opens, pauses or closes a store, once it is clear what that means. */
export function StoreStatusButton({ newStatus, variant, isDisabled = false, store }: Props) {
  const { t } = useTranslation()
  const currentStore = useCurrentStore()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const targetStore = store ?? currentStore
  return (
    <>
      <Button
        variant={variant}
        color={newStatus === 'closed' ? 'red' : undefined}
        disabled={isDisabled || !targetStore}
        onClick={() => setDialogOpen(true)}
      >
        {t(`business.move.${newStatus}.do`)}
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
