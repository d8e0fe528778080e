import { emptyFormState } from '#contract/storefront/storefront-form.ts'
import { ContactForm } from '../component/contact-form.tsx'
import { usePageRecord } from '../component/frame/content-context.tsx'
import { useContentLanguage, useFrame } from '../component/frame/page-context.tsx'
import { SectionContainer } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'

/** The contact form on another page. The page for contact shows the form itself, and the result. */
export function ContactFormSection({ section }: SectionProps<'contactForm'>) {
  const { heading, text } = section.settings
  const content = usePageRecord()
  const contentLanguage = useContentLanguage()
  const { hasContactPage } = useFrame()
  const isContactPage = content.kind === 'content' && content.contactForm !== null
  return (
    <SectionContainer
      section={section}
      heading={heading}
      isEmpty={!hasContactPage || isContactPage}
    >
      {text && <p {...contentLanguage}>{text}</p>}
      <ContactForm
        state={emptyFormState}
        label={heading}
        idSuffix={`-${section.id.replaceAll(/\s/g, '-')}`}
      />
    </SectionContainer>
  )
}
