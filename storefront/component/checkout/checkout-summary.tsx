import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type {
  StorefrontCartLine,
  StorefrontCheckout,
} from '#contract/storefront/storefront-order.ts'
import { useContentLanguage, useFrame, useMoney, useTexts } from '../frame/page-context.tsx'
import { Icon } from '../icon.tsx'
import { MinimumNote, TermsField } from '../order/order-rules.tsx'
import { AmountList } from './amount-list.tsx'
import { DiscountField } from './discount-field.tsx'
import { LineImage } from './line-image.tsx'
import { PlainText } from './plain-text.tsx'

type Props = { checkout: StorefrontCheckout; form: StorefrontFormState }

/** The items, the amounts and the button that places the order. */
export function CheckoutSummary({ checkout, form }: Props) {
  const t = useTexts()
  const hasDelivery = checkout.delivery !== 'none'
  const canOrder =
    (!hasDelivery || checkout.shipping !== null) &&
    checkout.payment !== null &&
    checkout.missingAmount === 0
  return (
    <section className="checkout-summary" aria-label={t('orderSummary')}>
      <h2>{t('orderSummary')}</h2>
      <SummaryLines checkout={checkout} />
      <p>
        <a href="/cart">{t('editCart')}</a>
      </p>
      <DiscountField
        discount={{ ...checkout, code: form.values['code'] ?? '' }}
        intent="quote"
        // The order was not placed, and the field can be below the visible part of the page.
        isFocused={form.values['intent'] === 'place' && isFirstError(form, 'code')}
      />
      <AmountList amounts={checkout} hasDelivery={hasDelivery} />
      <input type="hidden" name="total" value={checkout.total} />
      <input type="hidden" name="fingerprint" value={checkout.fingerprint} />
      {checkout.discountProblem && (
        <input type="hidden" name="refusedCode" value={form.values['code'] ?? ''} />
      )}
      <TermsNote />
      {checkout.rules.termsRequired && <TermsField form={form} />}
      <PlainText text={checkout.rules.buttonNote} />
      <MinimumNote {...checkout} />
      <button className="button" type="submit" name="intent" value="place" disabled={!canOrder}>
        {t('placeOrder')}
      </button>
      {checkout.rules.trustLine && (
        <div className="checkout-trust">
          <Icon name="shield" />
          <PlainText text={checkout.rules.trustLine} />
        </div>
      )}
      <button className="checkout-update" type="submit" name="intent" value="quote" formNoValidate>
        {t('updateTotal')}
      </button>
    </section>
  )
}

/** The items above the form of a phone, where the summary is far below. */
export function CollapsibleSummary({ checkout }: Pick<Props, 'checkout'>) {
  const t = useTexts()
  const formatMoney = useMoney()
  const count = checkout.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <details className="checkout-collapsible">
      <summary>
        <span>{t('summaryItems', { count })}</span>
        <strong>{formatMoney(checkout.total)}</strong>
      </summary>
      <SummaryLines checkout={checkout} />
    </details>
  )
}

function SummaryLines({ checkout }: Pick<Props, 'checkout'>) {
  return (
    <ul className="checkout-lines">
      {checkout.lines.map(line => (
        <SummaryLine key={line._id} line={line} />
      ))}
    </ul>
  )
}

/** Also if the total has changed because of the field. */
function isFirstError({ errors }: StorefrontFormState, name: string): boolean {
  const [first = name] = Object.keys(errors)
  return first === name
}

function SummaryLine({ line }: { line: StorefrontCartLine }) {
  const formatMoney = useMoney()
  const language = useContentLanguage()
  const { image, title, options, quantity, price } = line
  return (
    <li className="checkout-line">
      <LineImage image={image} />
      <span {...language}>
        {quantity} × {title}
        {options.length > 0 && (
          <span className="checkout-choice-detail">
            {options.map(({ value }) => value).join(' / ')}
          </span>
        )}
      </span>
      <span>{formatMoney(quantity * price)}</span>
    </li>
  )
}

/** Links to the texts that the order refers to. */
function TermsNote() {
  const t = useTexts()
  const { policyKinds } = useFrame()
  const kinds = (['terms', 'refund', 'privacy'] as const).filter(kind => policyKinds.includes(kind))
  if (kinds.length === 0) return null
  return (
    <p className="checkout-terms">
      {t('termsApply')}{' '}
      {kinds.map((kind, index) => (
        <span key={kind}>
          {index > 0 && ' · '}
          <a href={`/policies/${kind}`}>{t(`policies.${kind}`)}</a>
        </span>
      ))}
    </p>
  )
}
