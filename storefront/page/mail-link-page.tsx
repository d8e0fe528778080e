import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { FormErrorText } from '../component/form-field.tsx'
import { useTexts } from '../component/frame/page-context.tsx'
import { MessagePage } from '../component/message-page.tsx'

type Props = { content: Extract<StorefrontContent, { kind: 'mailLink' }> }

/** The confirmation before a link of an email changes something, and the message afterwards. */
export function MailLinkPage({ content: { action, path, isDone, form } }: Props) {
  const t = useTexts()
  return (
    <MessagePage title={t(`mailLinks.${action}.${isDone ? 'doneTitle' : 'title'}`)} isDone={isDone}>
      <FormErrorText state={form} />
      <p>{t(`mailLinks.${action}.${isDone ? 'doneText' : 'text'}`)}</p>
      {!isDone && (
        <form method="post" action={path}>
          <button className="button" type="submit">
            {t(`mailLinks.${action}.button`)}
          </button>
        </form>
      )}
      <p>
        <a href="/">{t('goHome')}</a>
      </p>
    </MessagePage>
  )
}
