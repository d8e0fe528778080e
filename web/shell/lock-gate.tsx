import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocked } from '../lib/session/session.ts'
import { useIdleLock } from '../lib/session/use-idle-lock.ts'
import { Veil } from '../ui/page/veil.tsx'

const LockScreen = lazy(() =>
  import('../account/lock/lock-screen.tsx').then(({ LockScreen: Component }) => ({
    default: Component,
  })),
)

/** Work goes on behind the lock as it was left. A page that is opened while locked loads nothing until it is unlocked. */
export function LockGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const isLocked = useLocked()
  useIdleLock()
  const [wasOpen, setWasOpen] = useState(!isLocked)
  if (!isLocked && !wasOpen) setWasOpen(true)
  return (
    <>
      {wasOpen && children}
      {isLocked && (
        <Veil title={`${t('account.lock.title')} · Storewright`}>
          <Suspense>
            <LockScreen />
          </Suspense>
        </Veil>
      )}
    </>
  )
}
