import { ContactAddress } from '../../component/contact-address.tsx'
import { ContactForm } from '../../component/contact-form.tsx'
import { usePageRecord } from '../../component/frame/content-context.tsx'
import { useContentLanguage, useTexts } from '../../component/frame/page-context.tsx'
import { useSectionAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { SanitizedHtml } from '../../component/sanitized-html.tsx'

/** A page that the seller wrote, or a policy, which has its title from the language of the page. */
export function PageContentSection({ section }: SectionProps<'pageContent'>) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const content = usePageRecord()
  const attributes = useSectionAttributes(section)
  if (content.kind !== 'content' && content.kind !== 'policy') return null
  return (
    <article className="section text-page" data-width={section.settings.width} {...attributes}>
      {content.kind === 'policy' ? (
        <h1>{t(`policies.${content.policy}`)}</h1>
      ) : (
        <h1 {...contentLanguage}>{content.title}</h1>
      )}
      <SanitizedHtml html={content.body} />
      {content.kind === 'content' && content.contactForm && (
        <>
          <ContactAddress />
          <ContactForm state={content.contactForm} isSent={content.contactForm.isSent} />
        </>
      )}
    </article>
  )
}
