import { Icon } from '../icon.tsx'
import { useFrame, useTexts } from './page-context.tsx'
import { useSectionAttributes } from './section-container.tsx'
import type { SectionProps } from './theme-components.tsx'

/**
 * The messages of the store, usually above its menu. Style sheets show the buttons only to browsers
 * with scripts. These show one message after the other, unless the shopper wants less motion, and
 * close the bar.
 */
export function AnnouncementBar({ section }: SectionProps<'announcementBar'>) {
  const { announcement } = useFrame()
  const t = useTexts()
  const attributes = useSectionAttributes(section)
  if (!announcement) return null
  const { link, text, dismissible, furtherMessages } = announcement
  const messages = [{ text, link }, ...furtherMessages].filter(message => message.text !== '')
  return (
    <div className="announcement" {...attributes}>
      <ul>
        {messages.map((message, index) => (
          <li key={message.text} data-current={index === 0 ? '' : undefined}>
            {message.link ? <a href={message.link}>{message.text}</a> : message.text}
          </li>
        ))}
      </ul>
      {messages.length > 1 && (
        <button type="button" className="announcement-pause" aria-label={t('pauseMessages')}>
          <Icon name="pause" />
        </button>
      )}
      {dismissible && (
        <button type="button" className="announcement-close" aria-label={t('close')}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
