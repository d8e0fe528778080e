import { ContactAddress } from '../component/contact-address.tsx'
import { useContentLanguage, useFrame, useTexts } from '../component/frame/page-context.tsx'
import { SectionContainer } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'
import { OpeningHours } from '../component/opening-hours.tsx'
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
        {hasHours && <OpeningHours />}
      </div>
    </SectionContainer>
  )
}
