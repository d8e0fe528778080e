import { Notifications, notifications, useNotifications } from '@mantine/notifications'
import { useLayoutEffect, useState } from 'react'
import css from './toasts.module.css'

/** The space between a banner and the first toast, in pixels. */
const gap = 8

/** Renders the toast messages below the navbar and the banners. It loads with the first message. */
export function Toasts() {
  const bannerBottom = useBannerBottom()
  return (
    <Notifications
      position="top-center"
      limit={4}
      zIndex={500}
      containerWidth={420}
      classNames={{ root: css.root }}
      style={{ '--sw-banner-bottom': `${bannerBottom}px` }}
    />
  )
}

/** Returns the lower edge of the lowest banner in the window, in pixels, while toasts are shown. */
function useBannerBottom() {
  const isShown = useNotifications().notifications.length > 0
  const [bottom, setBottom] = useState(0)
  useLayoutEffect(
    function followBanners() {
      if (!isShown) return
      const measure = () => {
        const edges = [...document.querySelectorAll('[data-banner]')].map(
          banner => banner.getBoundingClientRect().bottom + gap,
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
    [isShown],
  )
  return bottom
}

export { notifications }
