import { emptyFormState } from '#contract/storefront/storefront-form.ts'
import { ContactForm } from '../part/contact-form.tsx'
import { usePageRecord } from '../part/frame/content-context.tsx'
import { useContentLanguage, useFrame } from '../part/frame/page-context.tsx'
import { SectionFrame } from '../part/frame/section-frame.tsx'
import type { SectionProps } from '../part/frame/theme-parts.tsx'

/** The contact form on another page. The page for contact shows the form itself, and the result. */
export function ContactFormSection({ section }: SectionProps<'contactForm'>) {
  const { heading, text } = section.settings
  const content = usePageRecord()
  const contentLanguage = useContentLanguage()
  const { hasContactPage } = useFrame()
  const isContactPage = content.kind === 'content' && content.contactForm !== null
  return (
    <SectionFrame section={section} heading={heading} isEmpty={!hasContactPage || isContactPage}>
      {text && <p {...contentLanguage}>{text}</p>}
      <ContactForm
        state={emptyFormState}
        label={heading}
        idSuffix={`-${section.id.replaceAll(/\s/g, '-')}`}
      />
    </SectionFrame>
  )
}
