import type { StorefrontPayment } from '#contract/storefront/storefront-payment.ts'
import { useFrame, useMoney, useTexts } from '../component/frame/page-context.tsx'
import type { StorefrontTranslate } from '../locales/texts.ts'

/** The page between the checkout and the page of a payment provider, in both directions. */
export function PaymentPage({ content }: { content: StorefrontPayment }) {
  const t = useTexts()
  const { title, text } = describe(content, t)
  return (
    <div className="section mail-link-page">
      <h1>{title}</h1>
      <p role="status">{text}</p>
      <Amount content={content} />
      <Actions content={content} />
    </div>
  )
}

function describe({ view }: StorefrontPayment, t: StorefrontTranslate) {
  switch (view) {
    case 'opening':
      return { title: t('payments.title'), text: t('payments.opening') }
    case 'canceled':
      return { title: t('payments.canceledTitle'), text: t('payments.canceled') }
    case 'waiting':
      return { title: t('payments.waitingTitle'), text: t('payments.waiting') }
    case 'ended':
      return { title: t('payments.endedTitle'), text: t('payments.ended') }
    case 'refunded':
      return { title: t('payments.refundedTitle'), text: t('payments.refunded') }
    case 'checking':
      return { title: t('payments.checkingTitle'), text: t('payments.checking') }
  }
}

function Amount({ content }: { content: StorefrontPayment }) {
  const { view, amount } = content
  const t = useTexts()
  const formatMoney = useMoney()
  if (view === 'ended') return null
  return (
    <>
      <p>
        {t('total')}: <strong>{formatMoney(amount)}</strong>
      </p>
      {(view === 'opening' || view === 'canceled') && <Reservation content={content} />}
    </>
  )
}

/** The time for which the units are reserved, which a script counts down. */
function Reservation({
  content: { reservedUntil, reservedSeconds },
}: {
  content: StorefrontPayment
}) {
  const t = useTexts()
  const { language } = useFrame()
  if (reservedUntil === null) return null
  if (reservedSeconds === 0) return <p>{t('payments.reservationOver')}</p>
  const minutes = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  }).format(Math.ceil(reservedSeconds / 60))
  return (
    <>
      <p>
        {t('payments.reserved', { time: reservedUntil })} {t('payments.reservedUnits')}
      </p>
      <p
        className="payment-countdown"
        data-seconds={reservedSeconds}
        data-text={t('payments.timeLeft', { time: '*' })}
        data-over={t('payments.reservationOver')}
      >
        {t('payments.timeLeft', { time: minutes })}
      </p>
    </>
  )
}

function Actions({ content: { view, url, path, isOrder } }: { content: StorefrontPayment }) {
  const t = useTexts()
  switch (view) {
    case 'opening':
    case 'canceled':
      return (
        <>
          <p>
            <a className="button" href={url} rel="nofollow">
              {t('payments.continue')}
            </a>
          </p>
          <form method="post" action={path}>
            <button className="text-button" type="submit">
              {isOrder ? t('payments.checkAgain') : t('payments.changeOrder')}
            </button>
          </form>
        </>
      )
    case 'waiting':
      return (
        <p>
          <a className="button" href={`${path}?from=paid`}>
            {t('payments.checkAgain')}
          </a>
        </p>
      )
    case 'ended':
      return (
        <p>
          <a className="button" href="/cart">
            {t('payments.backToCart')}
          </a>
        </p>
      )
    case 'refunded':
    case 'checking':
      return (
        <p>
          <a href="/">{t('goHome')}</a>
        </p>
      )
  }
}
