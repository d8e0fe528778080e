import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage } from '../part/frame/page-context.tsx'
import { ProductAlertForm, useProductAlertTexts } from '../part/product/product-alert-form.tsx'

type Props = { content: Extract<StorefrontContent, { kind: 'productAlert' }> }

/** The form for an email about a variant, or its result. */
export function ProductAlertPage({
  content: { alert, variant, title, path, form, isSent },
}: Props) {
  const t = useProductAlertTexts()
  const contentLanguage = useContentLanguage()
  return (
    <div className="section mail-link-page">
      <h1>{isSent ? t.sentTitle : t.titles[alert]}</h1>
      <p {...contentLanguage}>{title}</p>
      {isSent ? (
        <p role="status">{t.sentText}</p>
      ) : (
        <ProductAlertForm kind={alert} variant={variant} state={form} />
      )}
      <p>
        <a href={path}>{t.backToProduct}</a>
      </p>
    </div>
  )
}
