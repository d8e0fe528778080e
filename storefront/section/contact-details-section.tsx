import type { CmsSections } from '#contract/cms/cms.ts'
import { ContactAddress } from '../component/contact-address.tsx'
import { useContentLanguage, useFrame, useTexts } from '../component/frame/page-context.tsx'
import { SectionContainer } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'
import { SizedImage } from '../component/sized-image.tsx'

/** The contact details of the content settings. */
export function ContactDetailsSection({ section }: SectionProps<'contactDetails'>) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const { contact } = useFrame()
  const { heading, text, hasHours, hasMapLink, image, alt } = section.settings
  return (
    <SectionContainer section={section} heading={heading}>
      <div className="contact-details">
        <SizedImage url={image} alt={alt} sizes="(min-width: 60em) 40vw, 100vw" />
        <div>
          {text && <p {...contentLanguage}>{text}</p>}
          <ContactAddress />
          {hasMapLink && contact.mapLink && (
            <p>
              <a href={contact.mapLink} rel="noopener">
                {t('showMap')}
              </a>
            </p>
          )}
        </div>
        {hasHours && contact.hours.some(({ isOpen }) => isOpen) && (
          <OpeningHours hours={contact.hours} />
        )}
      </div>
    </SectionContainer>
  )
}

/** A Monday, the first day of the list. */
const firstDay = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

function OpeningHours({ hours }: { hours: CmsSections['contact']['hours'] }) {
  const t = useTexts()
  const { language } = useFrame()
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' })
  const formatTime = (value: string) => time.format(new Date(`2024-01-01T${value}:00Z`))
  return (
    <div>
      <h3>{t('openingHours')}</h3>
      <dl className="hours">
        {hours.map(({ isOpen, from, to }, index) => {
          const day = weekday.format(firstDay + index * dayMs)
          return (
            <div key={day}>
              <dt>{day}</dt>
              <dd>{isOpen ? `${formatTime(from)} – ${formatTime(to)}` : t('closed')}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
