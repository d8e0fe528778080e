import { Notifications, notifications, useNotifications } from '@mantine/notifications'
import { useLayoutEffect, useState } from 'react'
import { useLayout } from '../../lib/preference/layout.ts'
import css from './toasts.module.css'

/** The space between the title and the first toast, in pixels. */
const gap = 8

/**
 * Renders the toast messages over the navbar, where they cover neither the title of the page nor its
 * badges. It loads with the first message.
 */
export function Toasts() {
  const titleBottom = useTitleBottom()
  return (
    <Notifications
      position="top-center"
      limit={4}
      zIndex={500}
      containerWidth={420}
      classNames={{ root: css.root }}
      style={{ '--sw-title-bottom': `${titleBottom}px` }}
    />
  )
}

/**
 * Returns the lower edge of the title or banner at the top of a page without navbar, in pixels, while
 * toasts are shown.
 */
function useTitleBottom() {
  const hasToasts = useNotifications().notifications.length > 0
  const { navbarType } = useLayout()
  const isMeasured = hasToasts && navbarType === 'hidden'
  const [bottom, setBottom] = useState(0)
  useLayoutEffect(
    function followTitle() {
      if (!isMeasured) return setBottom(0)
      const measure = () => {
        const edges = [...document.querySelectorAll('[data-banner], [data-page-header]')].map(
          element => element.getBoundingClientRect().bottom + gap,
        )
        setBottom(Math.max(0, ...edges))
      }
      measure()
      addEventListener('scroll', measure, { passive: true })
      addEventListener('resize', measure)
      return () => {
        removeEventListener('scroll', measure)
        removeEventListener('resize', measure)
      }
    },
    [isMeasured],
  )
  return bottom
}

export { notifications }
