import { emptyFormState } from '#contract/storefront-form.ts'
import { NewsletterForm } from '../part/newsletter-form.tsx'
import { useContentLanguage } from '../part/page-context.tsx'
import { SectionFrame } from '../part/section-frame.tsx'
import type { SectionProps } from '../part/theme-parts.tsx'

/** Shoppers subscribe to the newsletter of the store. */
export function NewsletterSection({ section }: SectionProps<'newsletter'>) {
  const { heading, text, buttonLabel } = section.settings
  const contentLanguage = useContentLanguage()
  return (
    <SectionFrame section={section} heading={heading} isEmpty={false}>
      {text && <p {...contentLanguage}>{text}</p>}
      <NewsletterForm
        state={emptyFormState}
        buttonLabel={buttonLabel}
        idSuffix={`-${section.id.replaceAll(/\s/g, '-')}`}
      />
    </SectionFrame>
  )
}
