import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { MessagePage } from '../component/message-page.tsx'
import { ProductAlertForm } from '../component/product/product-alert-form.tsx'

type Props = { content: Extract<StorefrontContent, { kind: 'productAlert' }> }

/** The form for an email about a variant, or its result. */
export function ProductAlertPage({
  content: { alert, variant, title, path, form, isSent },
}: Props) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  return (
    <MessagePage
      title={isSent ? t('productAlert.sentTitle') : t(`productAlert.titles.${alert}`)}
      isDone={isSent}
    >
      <p {...contentLanguage}>{title}</p>
      {isSent ? (
        <p role="status">{t('productAlert.sentText')}</p>
      ) : (
        <ProductAlertForm kind={alert} variant={variant} state={form} />
      )}
      <p>
        <a href={path}>{t('productAlert.backToProduct')}</a>
      </p>
    </MessagePage>
  )
}
