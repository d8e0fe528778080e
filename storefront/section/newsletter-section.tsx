import { useContentLanguage, useFrame } from '../part/page-context.tsx'
import { SectionFrame } from '../part/section-frame.tsx'
import type { SectionProps } from '../part/theme-parts.tsx'

/** Shoppers subscribe by email to the store. */
export function NewsletterSection({ section }: SectionProps<'newsletter'>) {
  const { heading, text, buttonLabel } = section.settings
  const { email } = useFrame().contact
  const contentLanguage = useContentLanguage()
  const hasButton = email !== '' && buttonLabel !== ''
  return (
    <SectionFrame
      section={section}
      heading={heading}
      isEmpty={heading === '' && text === '' && !hasButton}
    >
      {text && <p {...contentLanguage}>{text}</p>}
      {hasButton && (
        <a
          className="button"
          href={`mailto:${email}?subject=${encodeURIComponent(heading || buttonLabel)}`}
          {...contentLanguage}
        >
          {buttonLabel}
        </a>
      )}
    </SectionFrame>
  )
}
