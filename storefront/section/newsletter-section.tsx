import { emptyFormState } from '#contract/storefront/storefront-form.ts'
import { useContentLanguage } from '../component/frame/page-context.tsx'
import { SectionContainer } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'
import { NewsletterForm } from '../component/newsletter-form.tsx'

/** Shoppers subscribe to the newsletter of the store. */
export function NewsletterSection({ section }: SectionProps<'newsletter'>) {
  const { heading, text, buttonLabel } = section.settings
  const contentLanguage = useContentLanguage()
  return (
    <SectionContainer section={section} heading={heading} isEmpty={false}>
      {text && <p {...contentLanguage}>{text}</p>}
      <NewsletterForm
        state={emptyFormState}
        buttonLabel={buttonLabel}
        idSuffix={`-${section.id.replaceAll(/\s/g, '-')}`}
      />
    </SectionContainer>
  )
}
