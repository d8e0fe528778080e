import { imageTypes, maxImageMegabytes } from '#contract/lib/image.ts'
import { maxReturnPhotos } from '#contract/order/file/order-file.ts'
import { returnReasons, returnWishes } from '#contract/order/return-state.ts'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { LabeledInput, LabeledSelect, LabeledTextarea } from '../component/form-field.tsx'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { ExcludedItems } from '../component/order/excluded-items.tsx'
import { ReturnPeriodText } from '../component/order/return-period-text.tsx'

type Props = Extract<StorefrontContent, { kind: 'order' }>

/** The form with which a shopper requests a return. */
export function OrderReturnPage({ order, path, form }: Props) {
  const t = useTexts()
  const lines = order.lines.filter(({ returnable }) => returnable > 0)
  return (
    <div className="section order-page order-form">
      <p className="order-links">
        <a href={path}>{t('orderSummaryPage.backToOrder')}</a>
      </p>
      <h1>{t('orderReturn.title')}</h1>
      <ReturnPeriodText order={order} />
      {lines.length === 0 ? (
        <p>{t('orderReturn.nothing')}</p>
      ) : (
        <form method="post" action={`${path}/return`} encType="multipart/form-data">
          <p>{t('orderReturn.text')}</p>
          <ReturnError form={form} />
          <ReturnLines lines={lines} values={form.values} />
          <LabeledSelect
            state={{ ...form, values: { wish: 'refund', ...form.values } }}
            name="wish"
            autoComplete="off"
            label={t('orderReturn.wish')}
            options={returnWishes.map(value => ({
              value,
              label: t(`orderReturn.wishes.${value}`),
            }))}
          />
          <LabeledTextarea
            state={form}
            name="reason"
            label={t('orderReturn.reason')}
            isOptional
            rows={4}
            maxLength={1000}
          />
          <PhotosInput form={form} />
          <button className="button" type="submit">
            {t('orderReturn.send')}
          </button>
        </form>
      )}
      <ExcludedItems lines={order.lines} title={t('orderReturn.excludedItems')} />
      <p>{t('orderReturn.faulty')}</p>
    </div>
  )
}

/** The error of the form. That of the photos is at their field. */
function ReturnError({ form }: Pick<Props, 'form'>) {
  const t = useTexts()
  const { photos, lines, ...otherErrors } = form.errors
  if (photos || !(form.error || lines || Object.keys(otherErrors).length > 0)) return null
  return (
    <p className="form-error" role="alert">
      {lines ? t('orderReturn.chooseItems') : t('orderReturn.changed')}
    </p>
  )
}

/** A browser forgets the photos of a form that is rejected. */
function PhotosInput({ form }: Pick<Props, 'form'>) {
  const t = useTexts()
  const hint = t('orderReturn.photosHint', { count: maxReturnPhotos, size: maxImageMegabytes })
  return (
    <>
      <LabeledInput
        state={form}
        name="photos"
        label={t('orderReturn.photos')}
        isOptional
        type="file"
        multiple
        accept={imageTypes.join(',')}
      />
      <p className="field-hint">
        {hint}
        {form.values['imageCount'] && <strong> {t('orderReturn.photosAgain')}</strong>}
      </p>
    </>
  )
}

type LinesProps = { lines: Props['order']['lines']; values: Record<string, string> }

function ReturnLines({ lines, values }: LinesProps) {
  const t = useTexts()
  const language = useContentLanguage()
  return (
    <ul className="checkout-lines">
      {lines.map(({ _id, title, variantTitle, returnable }) => (
        <li className="checkout-line" key={_id}>
          <label htmlFor={`line-${_id}`} {...language}>
            {title}
            {variantTitle && <span className="checkout-choice-detail">{variantTitle}</span>}
          </label>
          <select
            id={`line-${_id}`}
            name={`line-${_id}`}
            defaultValue={values[`line-${_id}`] ?? '0'}
            aria-label={t('quantityOf', { title })}
          >
            {Array.from({ length: Math.min(returnable, 1000) + 1 }, (_, quantity) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
              <option key={quantity} value={quantity}>
                {quantity}
              </option>
            ))}
          </select>
          <select
            name={`reason-${_id}`}
            defaultValue={values[`reason-${_id}`] ?? 'unwanted'}
            aria-label={t('orderReturn.reasonOf', { title })}
          >
            {returnReasons.map(reason => (
              <option key={reason} value={reason}>
                {t(`orderReturn.reasons.${reason}`)}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ul>
  )
}
