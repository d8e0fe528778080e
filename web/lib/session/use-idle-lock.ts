import { useEffect } from 'react'
import { useLayout } from '../preference/layout.ts'
import { getIdleMs, lockScreen, recordActivity, useIsLocked } from './session.ts'

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Locks every tab once nobody has touched any of them for as long as the person chose; also on waking from sleep. */
export function useIdleLock() {
  const { lockAfter } = useLayout()
  const isLocked = useIsLocked()
  useEffect(
    function watchActivity() {
      if (isLocked) return
      // Signs of life are noted for those who chose no time, too: whoever chooses one begins to count at that, not at the login.
      const limitMs = lockAfter === 'never' ? Number.POSITIVE_INFINITY : Number(lockAfter) * 60_000
      let recordedAt = 0
      const lockIfIdle = () => {
        if (getIdleMs() >= limitMs) lockScreen()
      }
      const handleActivity = () => {
        if (Date.now() - recordedAt < 2_000) return
        // Too late is too late: the first touch after an absence is not a sign of having been there.
        lockIfIdle()
        recordedAt = Date.now()
        recordActivity()
      }
      lockIfIdle()
      const timer = setInterval(lockIfIdle, 5_000)
      document.addEventListener('visibilitychange', lockIfIdle)
      for (const activityEvent of activityEvents)
        document.addEventListener(activityEvent, handleActivity, { passive: true, capture: true })
      return () => {
        clearInterval(timer)
        document.removeEventListener('visibilitychange', lockIfIdle)
        for (const activityEvent of activityEvents)
          document.removeEventListener(activityEvent, handleActivity, { capture: true })
      }
    },
    [lockAfter, isLocked],
  )
}
