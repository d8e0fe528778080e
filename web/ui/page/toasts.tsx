import { Notifications, notifications } from '@mantine/notifications'
import css from './toasts.module.css'

/** Renders the toast messages below the navbar. It loads with the first message. */
export function Toasts() {
  return (
    <Notifications
      position="top-center"
      limit={4}
      zIndex={500}
      containerWidth={420}
      classNames={{ root: css.root }}
    />
  )
}

export { notifications }
