import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { useTexts } from '../component/frame/page-context.tsx'
import { MessagePage } from '../component/message-page.tsx'
import { NewsletterForm } from '../component/newsletter-form.tsx'

type Props = { content: Extract<StorefrontContent, { kind: 'newsletter' }> }

/** The form for the newsletter, or its result. */
export function NewsletterPage({ content: { form, isSent } }: Props) {
  const t = useTexts()
  return (
    <MessagePage title={isSent ? t('newsletter.sentTitle') : t('newsletter.title')} isDone={isSent}>
      {isSent ? <p role="status">{t('newsletter.sentText')}</p> : <NewsletterForm state={form} />}
      <p>
        <a href="/">{t('goHome')}</a>
      </p>
    </MessagePage>
  )
}
