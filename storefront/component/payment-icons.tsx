import type { CmsSections } from '#contract/cms/cms.ts'
import { useFrame, useTexts } from './frame/page-context.tsx'

type PaymentIcon = CmsSections['footer']['paymentIcons'][number]

/** The methods of payment that the store names, as words in small frames. */
export function PaymentIcons() {
  const t = useTexts()
  const { paymentIcons } = useFrame().footer
  if (paymentIcons.length === 0) return null
  const names: Record<PaymentIcon, string> = {
    visa: 'Visa',
    mastercard: 'Mastercard',
    amex: 'Amex',
    paypal: 'PayPal',
    applePay: 'Apple Pay',
    googlePay: 'Google Pay',
    klarna: 'Klarna',
    bankTransfer: t('paymentIcons.bankTransfer'),
    cash: t('paymentIcons.cash'),
  }
  return (
    <ul className="payment-icons" aria-label={t('paymentIcons.label')}>
      {[...new Set(paymentIcons)].map(icon => (
        <li key={icon}>{names[icon]}</li>
      ))}
    </ul>
  )
}
