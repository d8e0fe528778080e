import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/session/use-store.ts'
import { StoreStatusDialog, type StoreToMove } from './store-status-dialog.tsx'

type Props = {
  to: 'live' | 'paused' | 'closed'
  variant: 'filled' | 'default' | 'subtle'
  isDisabled?: boolean /** The present store where none is given. */
  store?: StoreToMove
}

/** Opens, pauses or closes a store, once it is clear what that means. */
export function StoreStatusButton({ to, variant, isDisabled = false, store }: Props) {
  const { t } = useTranslation()
  const present = useStore()
  const [isAsking, setAsking] = useState(false)
  const moved = store ?? present
  return (
    <>
      <Button
        variant={variant}
        color={to === 'closed' ? 'red' : undefined}
        disabled={isDisabled || !moved}
        onClick={() => setAsking(true)}
      >
        {t(`business.move.${to}.do`)}
      </Button>
      {moved && isAsking && (
        <StoreStatusDialog store={moved} to={to} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
