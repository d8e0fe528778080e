import { maxReturnPhotos } from '#contract/order/file/order-file.ts'
import { claimReasons } from '#contract/order/order-state.ts'
import {
  claimWishes,
  type ReturnKind,
  returnReasons,
  returnWishes,
} from '#contract/order/return-state.ts'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { LineImage } from '../component/checkout/line-image.tsx'
import { LabeledSelect, LabeledTextarea } from '../component/form-field.tsx'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { ExcludedItems } from '../component/order/excluded-items.tsx'
import { PhotosInput } from '../component/order/photos-input.tsx'
import { ReturnPeriodText } from '../component/order/return-period-text.tsx'

type Props = Omit<Extract<StorefrontContent, { kind: 'order' }>, 'kind'>
type Line = Props['order']['lines'][number]

const texts = { return: 'orderReturn', claim: 'orderClaim' } as const
const defaultWishes = { return: 'refund', claim: 'replacement' } as const

const countUnits = ({ returnable, claimable }: Line, kind: ReturnKind) =>
  kind === 'claim' ? claimable : returnable

function useReasonOptions(kind: ReturnKind) {
  const t = useTexts()
  return kind === 'claim'
    ? claimReasons.map(value => ({ value, label: t(`orderClaim.reasons.${value}`) }))
    : returnReasons.map(value => ({ value, label: t(`orderReturn.reasons.${value}`) }))
}

function useWishOptions(kind: ReturnKind) {
  const t = useTexts()
  return kind === 'claim'
    ? claimWishes.map(value => ({ value, label: t(`orderClaim.wishes.${value}`) }))
    : returnWishes.map(value => ({ value, label: t(`orderReturn.wishes.${value}`) }))
}

/** The form with which a shopper requests a return, or reports broken, wrong or lost items. */
export function OrderReturnPage({
  order,
  path,
  form,
  formKey,
  kind,
}: Props & { kind: ReturnKind }) {
  const t = useTexts()
  const wishes = useWishOptions(kind)
  const lines = order.lines
    .map(line => ({ ...line, units: countUnits(line, kind) }))
    .filter(({ units }) => units > 0)
  return (
    <div className="section order-page order-form">
      <p className="order-links">
        <a href={path}>{t('orderSummaryPage.backToOrder')}</a>
      </p>
      <h1>{t(`${texts[kind]}.title`)}</h1>
      {kind === 'return' && <ReturnPeriodText order={order} />}
      {lines.length === 0 ? (
        <p>{t(`${texts[kind]}.nothing`)}</p>
      ) : (
        <form method="post" action={`${path}/${kind}`} encType="multipart/form-data">
          <input type="hidden" name="key" value={formKey} />
          <p>
            {t(`${texts[kind]}.text`)}{' '}
            {t(order.sendsEmails ? 'orderReturn.replyByEmail' : 'orderReturn.replyHere')}
          </p>
          <ReturnError form={form} kind={kind} />
          <ReturnLines lines={lines} form={form} kind={kind} />
          <LabeledSelect
            state={{ ...form, values: { wish: defaultWishes[kind], ...form.values } }}
            name="wish"
            autoComplete="off"
            label={t('orderReturn.wish')}
            options={wishes}
          />
          {kind === 'return' && <ExchangeChoices lines={lines} form={form} />}
          <LabeledTextarea
            state={form}
            name="reason"
            label={t('orderReturn.reason')}
            isOptional
            rows={4}
            maxLength={1000}
          />
          <PhotosInput form={form} maxCount={maxReturnPhotos} />
          <button className="button" type="submit">
            {t(`${texts[kind]}.send`)}
          </button>
        </form>
      )}
      {kind === 'return' && <ReturnHints order={order} path={path} />}
    </div>
  )
}

/** The options that the shopper wants instead. Style sheets show them for the wish of an exchange. */
function ExchangeChoices({ lines, form }: Pick<Props, 'form'> & { lines: Line[] }) {
  const t = useTexts()
  const exchangeable = lines.filter(({ exchangeVariants }) => exchangeVariants.length > 0)
  if (exchangeable.length === 0) return null
  return (
    <div className="exchange-choices">
      {exchangeable.map(({ _id, title, variantTitle, exchangeVariants }) => (
        <LabeledSelect
          key={_id}
          state={form}
          name={`exchange-${_id}`}
          autoComplete="off"
          isOptional
          label={t('orderReturn.exchangeFor', {
            title: [title, variantTitle].filter(Boolean).join(' – '),
          })}
          options={[
            { value: '', label: '–' },
            ...exchangeVariants.map(variant => ({ value: variant._id, label: variant.title })),
          ]}
        />
      ))}
    </div>
  )
}

/** The items that can't be returned, and the way to report broken ones. */
function ReturnHints({ order, path }: Pick<Props, 'order' | 'path'>) {
  const t = useTexts()
  const hasClaimable = order.lines.some(({ claimable }) => claimable > 0)
  return (
    <>
      <ExcludedItems lines={order.lines} title={t('orderReturn.excludedItems')} />
      {hasClaimable ? (
        <p className="order-links">
          <a href={`${path}/claim`}>{t('orderClaim.title')}</a>
        </p>
      ) : (
        <p>{t('orderReturn.faulty')}</p>
      )}
    </>
  )
}

/** The error of the form. That of the photos is at their field. */
function ReturnError({ form, kind }: Pick<Props, 'form'> & { kind: ReturnKind }) {
  const t = useTexts()
  const { photos, lines, ...otherErrors } = form.errors
  if (photos || !(form.error || lines || Object.keys(otherErrors).length > 0)) return null
  return (
    <p className="form-error" role="alert">
      {lines ? t('orderReturn.chooseItems') : t(`${texts[kind]}.changed`)}
      {form.values['imageCount'] && ` ${t('orderReturn.photosAgain')}`}
    </p>
  )
}

type LinesProps = Pick<Props, 'form'> & {
  lines: (Line & { units: number })[]
  kind: ReturnKind
}

function ReturnLines({ lines, form: { values, errors }, kind }: LinesProps) {
  const t = useTexts()
  const language = useContentLanguage()
  const reasons = useReasonOptions(kind)
  const isOneUnit = lines.length === 1 && lines[0]?.units === 1
  return (
    <ul className="checkout-lines">
      {lines.map(({ _id, image, title, variantTitle, units }) => (
        <li className="checkout-line return-line" key={_id}>
          <LineImage image={image} />
          <label htmlFor={`line-${_id}`} {...language}>
            {title}
            {variantTitle && <span className="checkout-choice-detail">{variantTitle}</span>}
          </label>
          <select
            id={`line-${_id}`}
            name={`line-${_id}`}
            defaultValue={values[`line-${_id}`] ?? (isOneUnit ? '1' : '0')}
            aria-label={t('quantityOf', { title })}
            {...(errors[`line-${_id}`] && {
              'aria-invalid': true,
              'aria-describedby': `error-${_id}`,
            })}
          >
            {Array.from({ length: Math.min(units, 1000) + 1 }, (_, quantity) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
              <option key={quantity} value={quantity}>
                {quantity}
              </option>
            ))}
          </select>
          <select
            name={`reason-${_id}`}
            defaultValue={values[`reason-${_id}`] ?? reasons[0]?.value}
            aria-label={t('orderReturn.reasonOf', { title })}
          >
            {reasons.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {errors[`line-${_id}`] && (
            <p className="field-error" id={`error-${_id}`}>
              {t('cartErrors.quantity', { count: units })}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
