import { type ComponentProps, lazy, Suspense } from 'react'
import { AfterPageData } from '../../component/after-page-data.tsx'

/** Loads after the page. Without it, for example while the server is away, the menu has no counts. */
const UnseenBadge = lazy(() =>
  import('./unseen-badge.tsx').then(
    m => ({ default: m.UnseenBadge }),
    () => ({ default: () => null }),
  ),
)

/** The number of unseen conversations beside a menu entry. */
export function UnseenCount(props: ComponentProps<typeof UnseenBadge>) {
  return (
    <AfterPageData>
      <Suspense>
        <UnseenBadge {...props} />
      </Suspense>
    </AfterPageData>
  )
}
