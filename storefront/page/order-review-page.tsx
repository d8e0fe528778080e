import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import {
  maxReviewPhotos,
  type StorefrontReviewState,
} from '#contract/storefront/storefront-review.ts'
import { FormErrorText, LabeledInput, LabeledTextarea } from '../component/form-field.tsx'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { PhotosInput } from '../component/order/photos-input.tsx'
import { ReviewStar } from '../component/review/review-stars.tsx'

type Props = Extract<StorefrontContent, { kind: 'order' }>

/** The products of an order that the shopper can review, and the form for one of them. */
export function OrderReviewPage({ order, path, form, product }: Props) {
  const t = useTexts()
  const open = order.reviews.filter(({ status }) => status === null)
  const selected = open.length === 1 ? open[0] : open.find(each => each.product === product)
  const others = order.reviews.filter(each => each !== selected)
  return (
    <div className="section order-page order-form">
      <p className="order-links">
        <a href={path}>{t('orderSummaryPage.backToOrder')}</a>
      </p>
      <h1>{t('reviews.write')}</h1>
      {selected && <ReviewForm {...{ order, path, form }} review={selected} />}
      {others.length > 0 && (
        <ul className="checkout-lines review-list">
          {others.map(review => (
            <ReviewedProduct key={review.product} review={review} path={path} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ReviewedProduct({ review, path }: { review: StorefrontReviewState; path: string }) {
  const t = useTexts()
  const language = useContentLanguage()
  const { product, title, status } = review
  return (
    <li className="checkout-line">
      <span>
        <a href={review.path} {...language}>
          {title}
        </a>
        {status && <span className="checkout-choice-detail">{t(`reviews.states.${status}`)}</span>}
      </span>
      {!status && <a href={`${path}/review?product=${product}`}>{t('reviews.write')}</a>}
    </li>
  )
}

type FormProps = Pick<Props, 'order' | 'path' | 'form'> & { review: StorefrontReviewState }

function ReviewForm({ order, path, form, review: { product, title } }: FormProps) {
  const t = useTexts()
  const language = useContentLanguage()
  const [firstName = ''] = order.customerName.trim().split(/\s+/)
  const state: StorefrontFormState = { ...form, values: { name: firstName, ...form.values } }
  return (
    <form
      className="form review-form"
      method="post"
      action={`${path}/review`}
      encType="multipart/form-data"
    >
      <h2 {...language}>{title}</h2>
      <FormErrorText state={state} />
      <input type="hidden" name="product" value={product} />
      <RatingField value={state.values['rating']} isMissing={Boolean(state.errors['rating'])} />
      <LabeledInput
        state={state}
        name="title"
        label={t('reviews.title')}
        isOptional
        maxLength={120}
      />
      <LabeledTextarea
        state={state}
        name="text"
        label={t('reviews.text')}
        rows={6}
        maxLength={4000}
      />
      <LabeledInput
        state={state}
        name="name"
        label={t('reviews.name')}
        autoComplete="given-name"
        maxLength={60}
      />
      <PhotosInput form={state} maxCount={maxReviewPhotos} />
      <p>{t('reviews.checked')}</p>
      <button className="button" type="submit">
        {t('reviews.send')}
      </button>
    </form>
  )
}

function RatingField({ value, isMissing }: { value: string | undefined; isMissing: boolean }) {
  const t = useTexts()
  return (
    <fieldset className="rating-field">
      <legend>{t('reviews.rating')}</legend>
      <div>
        {[1, 2, 3, 4, 5].map(rating => (
          <label key={rating}>
            <input
              type="radio"
              name="rating"
              value={rating}
              required
              defaultChecked={value === String(rating)}
              {...(isMissing && { 'aria-invalid': true, 'aria-describedby': 'error-rating' })}
            />
            <ReviewStar />
            <span className="visually-hidden">{t('reviews.stars', { rating })}</span>
          </label>
        ))}
      </div>
      {isMissing && (
        <span className="field-error" id="error-rating">
          {t('reviews.chooseRating')}
        </span>
      )}
    </fieldset>
  )
}
