import type { CmsSections } from '#contract/cms/cms.ts'
import { useFrame, useTexts } from './frame/page-context.tsx'

type PaymentMark = CmsSections['footer']['paymentIcons'][number]

/** The methods of payment that the store names, as words in small frames. */
export function PaymentMarks() {
  const t = useTexts()
  const { paymentIcons } = useFrame().footer
  if (paymentIcons.length === 0) return null
  const names: Record<PaymentMark, string> = {
    visa: 'Visa',
    mastercard: 'Mastercard',
    amex: 'Amex',
    paypal: 'PayPal',
    applePay: 'Apple Pay',
    googlePay: 'Google Pay',
    klarna: 'Klarna',
    bankTransfer: t('paymentMarks.bankTransfer'),
    cash: t('paymentMarks.cash'),
  }
  return (
    <ul className="payment-marks" aria-label={t('paymentMarks.label')}>
      {[...new Set(paymentIcons)].map(icon => (
        <li key={icon}>{names[icon]}</li>
      ))}
    </ul>
  )
}
