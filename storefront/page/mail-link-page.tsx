import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { FormErrorText } from '../part/form-field.tsx'
import { useTexts } from '../part/frame/page-context.tsx'
import { useProductAlertTexts } from '../part/product/product-alert-form.tsx'

type Props = { content: Extract<StorefrontContent, { kind: 'mailLink' }> }

/** The confirmation before a link of an email changes something, and the message afterwards. */
export function MailLinkPage({ content: { action, path, isDone, form } }: Props) {
  const t = useTexts()
  const texts = { ...t.mailLinks, ...useProductAlertTexts().mailLinks }[action]
  return (
    <div className="section mail-link-page">
      <h1>{isDone ? texts.doneTitle : texts.title}</h1>
      <FormErrorText state={form} />
      <p>{isDone ? texts.doneText : texts.text}</p>
      {!isDone && (
        <form method="post" action={path}>
          <button className="button" type="submit">
            {texts.button}
          </button>
        </form>
      )}
      <p>
        <a href="/">{t.goHome}</a>
      </p>
    </div>
  )
}
