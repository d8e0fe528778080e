import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { useTexts } from '../component/frame/page-context.tsx'
import { NewsletterForm } from '../component/newsletter-form.tsx'

type Props = { content: Extract<StorefrontContent, { kind: 'newsletter' }> }

/** The form for the newsletter, or its result. */
export function NewsletterPage({ content: { form, isSent } }: Props) {
  const t = useTexts()
  return (
    <div className="section mail-link-page">
      <h1>{isSent ? t('newsletter.sentTitle') : t('newsletter.title')}</h1>
      {isSent ? <p role="status">{t('newsletter.sentText')}</p> : <NewsletterForm state={form} />}
      <p>
        <a href="/">{t('goHome')}</a>
      </p>
    </div>
  )
}
