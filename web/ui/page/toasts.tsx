import { Notifications, notifications } from '@mantine/notifications'

/** Where messages appear; loaded with the first one. */
export function Toasts() {
  return <Notifications position="top-center" limit={4} zIndex={500} containerWidth={420} />
}

export { notifications }
