import { type ComponentProps, lazy, Suspense } from 'react'

/** Loads after the menu. Without it, for example while the server is away, the menu has no counts. */
const UnseenBadge = lazy(() =>
  import('./unseen-badge.tsx').then(
    m => ({ default: m.UnseenBadge }),
    () => ({ default: () => null }),
  ),
)

/** The number of unseen conversations beside a menu entry. */
export function UnseenCount(props: ComponentProps<typeof UnseenBadge>) {
  return (
    <Suspense>
      <UnseenBadge {...props} />
    </Suspense>
  )
}
