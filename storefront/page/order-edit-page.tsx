import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { useDateTime, useTexts } from '../component/frame/page-context.tsx'
import { formatEditError } from '../component/order/order-edit-errors.ts'
import { OrderEditForm } from '../component/order/order-edit-form.tsx'
import { OrderEditPreview } from '../component/order/order-edit-preview.tsx'

type Props = Extract<StorefrontContent, { kind: 'orderEdit' }>

/** The form with which a shopper changes an order for some time, and the preview of the changes. */
export function OrderEditPage({ edit, path, form }: Props) {
  const t = useTexts()
  const { until, timeZone, preview } = edit
  const formatTime = useDateTime(timeZone)
  const time = until && formatTime(until)
  return (
    <div className="section order-page order-edit">
      <p className="order-links">
        <a href={path}>{t('orderSummaryPage.backToOrder')}</a>
      </p>
      <h1>{preview ? t('orderEdit.previewTitle') : t('orderEdit.title')}</h1>
      {time && !preview && <p>{t('orderEdit.until', { time })}</p>}
      <FormError form={form} isClosed={!time} />
      {time && preview && <OrderEditPreview {...{ edit, preview, path, form, time }} />}
      {time && !preview && <OrderEditForm edit={edit} path={path} form={form} />}
    </div>
  )
}

/** The error of the form as a whole, or of parts that have no field. */
function FormError({ form, isClosed }: { form: StorefrontFormState; isClosed: boolean }) {
  const t = useTexts()
  if (isClosed) return <p role="status">{t('orderEdit.closed')}</p>
  const error = form.error ?? form.errors['lines'] ?? form.errors['discountCode']
  if (!error && Object.keys(form.errors).length === 0) return null
  return (
    <p className="form-error" role="alert">
      {error ? formatEditError(error, t) : t('orderEdit.check')}
    </p>
  )
}
