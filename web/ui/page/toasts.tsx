import { Notifications, notifications } from '@mantine/notifications'

/** Renders the toast messages. It loads with the first message. */
export function Toasts() {
  return <Notifications position="top-center" limit={4} zIndex={500} containerWidth={420} />
}

export { notifications }
