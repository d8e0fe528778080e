import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { FormErrorText } from '../component/form-field.tsx'
import { useTexts } from '../component/frame/page-context.tsx'

type Props = { content: Extract<StorefrontContent, { kind: 'mailLink' }> }

/** The confirmation before a link of an email changes something, and the message afterwards. */
export function MailLinkPage({ content: { action, path, isDone, form } }: Props) {
  const t = useTexts()
  return (
    <div className="section mail-link-page">
      <h1>{t(`mailLinks.${action}.${isDone ? 'doneTitle' : 'title'}`)}</h1>
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
    </div>
  )
}
