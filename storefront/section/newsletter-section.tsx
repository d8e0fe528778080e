import { emptyFormState } from '#contract/storefront/storefront-form.ts'
import { useContentLanguage } from '../part/frame/page-context.tsx'
import { SectionFrame } from '../part/frame/section-frame.tsx'
import type { SectionProps } from '../part/frame/theme-parts.tsx'
import { NewsletterForm } from '../part/newsletter-form.tsx'

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
