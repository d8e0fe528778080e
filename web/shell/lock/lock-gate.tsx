import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsLocked } from '../../lib/session/session.ts'
import { useIdleLock } from '../../lib/session/use-idle-lock.ts'
import { PageOverlay } from '../../ui/message/page-overlay.tsx'

const LockScreen = lazy(() =>
  import('../../account/lock/lock-screen.tsx').then(({ LockScreen: Component }) => ({
    default: Component,
  })),
)

/**
 * Covers the page while the screen is locked and keeps its state. A page that is opened while the
 * screen is locked loads nothing until it is unlocked.
 */
export function LockGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const isLocked = useIsLocked()
  useIdleLock()
  const [wasOpen, setWasOpen] = useState(!isLocked)
  if (!isLocked && !wasOpen) setWasOpen(true)
  return (
    <>
      {wasOpen && children}
      {isLocked && (
        <PageOverlay title={`${t('account.lock.title')} · Storewright`}>
          <Suspense>
            <LockScreen />
          </Suspense>
        </PageOverlay>
      )}
    </>
  )
}
