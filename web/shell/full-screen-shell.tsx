import { Outlet, useLocation } from 'react-router'
import { usePreferenceSync } from '../lib/preference/use-preference-sync.ts'
import { useStoreId } from '../lib/session/session.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { TimeZoneContext } from '../lib/time-zone.ts'
import { useLiveNotifications } from '../notification/use-live-notifications.ts'

/** Surrounds pages that fill the window. Changes by other users reach them like all pages. */
export function FullScreenShell() {
  const { pathname } = useLocation()
  const announcement = useLiveNotifications()
  const timeZone = useCurrentStore()?.timezone
  usePreferenceSync()
  return (
    <TimeZoneContext value={timeZone}>
      <span className="sw-hidden" role="status">
        {announcement}
      </span>
      {/* The key discards all state of the page when the store or the path changes. */}
      <main id="content" key={`${useStoreId()} ${pathname}`}>
        <Outlet />
      </main>
    </TimeZoneContext>
  )
}
