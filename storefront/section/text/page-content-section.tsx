import { ContactAddress } from '../../component/contact-address.tsx'
import { ContactForm } from '../../component/contact-form.tsx'
import { usePageRecord } from '../../component/frame/content-context.tsx'
import {
  useContentLanguage,
  useDate,
  useFrame,
  useTexts,
} from '../../component/frame/page-context.tsx'
import { useSectionAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { OpeningHours } from '../../component/opening-hours.tsx'
import { SanitizedHtml } from '../../component/sanitized-html.tsx'
import { listTextHeadings, TableOfContents } from '../../component/table-of-contents.tsx'

/** A page that the seller wrote, or a policy, which has its title from the language of the page. */
export function PageContentSection({ section }: SectionProps<'pageContent'>) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const content = usePageRecord()
  const attributes = useSectionAttributes(section)
  const formatDate = useDate()
  if (content.kind !== 'content' && content.kind !== 'policy') return null
  const { html, headings } = listTextHeadings(content.body)
  return (
    <article className="section text-page" data-width={section.settings.width} {...attributes}>
      {content.kind === 'policy' ? (
        <h1>{t(`policies.${content.policy}`)}</h1>
      ) : (
        <h1 {...contentLanguage}>{content.title}</h1>
      )}
      <TableOfContents headings={headings} />
      <SanitizedHtml html={html} />
      {content.kind === 'policy' && content.updatedAt && (
        <p className="text-date">{t('lastUpdated', { date: formatDate(content.updatedAt) })}</p>
      )}
      {content.kind === 'content' && content.contactForm && (
        <div className="contact-page">
          <ContactForm state={content.contactForm} isSent={content.contactForm.isSent} />
          <ContactCard />
        </div>
      )}
    </article>
  )
}

/** The ways to reach the store, beside the form. */
function ContactCard() {
  const t = useTexts()
  const { store, contact } = useFrame()
  return (
    <aside className="contact-card">
      <h2>{store.name}</h2>
      <ContactAddress />
      {contact.mapLink && (
        <p>
          <a href={contact.mapLink} rel="noopener">
            {t('showMap')}
          </a>
        </p>
      )}
      <OpeningHours />
    </aside>
  )
}
