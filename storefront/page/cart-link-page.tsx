import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { FormErrorText } from '../component/form-field.tsx'
import { useTexts } from '../component/frame/page-context.tsx'
import { LinkField } from '../component/link-field.tsx'
import { LinkQrCode } from '../component/order/link-qr-code.tsx'

type Props = { content: Extract<StorefrontContent, { kind: 'cartLink' }> }

/** Shows the link to a cart on the device that created it, and opens the cart on others. */
export function CartLinkPage({ content: { path, sharedUrl, hasOtherCart, form } }: Props) {
  const t = useTexts()
  return (
    <div className="section cart-link-page">
      <h1>{t('cartLink.title')}</h1>
      {form.error?.code === 'too_many_entries' ? (
        <p className="form-error" role="alert">
          {t('cartErrors.full', { count: form.error.count ?? 0 })}
        </p>
      ) : (
        <FormErrorText state={form} />
      )}
      {sharedUrl ? (
        <SharedLink url={sharedUrl} />
      ) : (
        <form method="post" action={path}>
          <p>{hasOtherCart ? t('cartLink.mergeText') : t('cartLink.openText')}</p>
          <button className="button" type="submit">
            {t('cartLink.open')}
          </button>
        </form>
      )}
      <p>
        <a href="/cart">{t('viewCart')}</a>
      </p>
    </div>
  )
}

function SharedLink({ url }: { url: string }) {
  const t = useTexts()
  return (
    <>
      <p>{t('cartLink.shareText')}</p>
      <LinkQrCode text={url} label={t('cartLink.qrCode')} />
      <LinkField id="field-link" label={t('cartLink.link')} url={url} />
      <p className="cart-link-note">{t('cartLink.expires')}</p>
    </>
  )
}
