import { useEffect } from 'react'
import { useLayout } from '../preference/layout.ts'
import { idleMs, lockScreen, noteActive, useLocked } from './session.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Locks every tab once nobody has touched any of them for as long as the person chose; also on waking from sleep. */
export function useIdleLock() {
  const { lockAfter } = useLayout()
  const isLocked = useLocked()
  useEffect(
    function watchForLife() {
      if (isLocked) return
      // Signs of life are noted for those who chose no time, too: whoever chooses one begins to count at that, not at the login.
      const limit = lockAfter === 'never' ? Number.POSITIVE_INFINITY : Number(lockAfter) * 60_000
      let notedAt = 0
      const look = () => {
        if (idleMs() >= limit) lockScreen()
      }
      const note = () => {
        if (Date.now() - notedAt < 2_000) return
        // Too late is too late: the first touch after an absence is not a sign of having been there.
        look()
        notedAt = Date.now()
        noteActive()
      }
      look()
      const timer = setInterval(look, 5_000)
      document.addEventListener('visibilitychange', look)
      for (const sign of signs)
        document.addEventListener(sign, note, { passive: true, capture: true })
      return () => {
        clearInterval(timer)
        document.removeEventListener('visibilitychange', look)
        for (const sign of signs) document.removeEventListener(sign, note, { capture: true })
      }
    },
    [lockAfter, isLocked],
  )
}
