import type { ReactNode } from 'react'
import type { CmsSections } from '#contract/cms/cms.ts'
import { useFrame, useTexts } from './frame/page-context.tsx'

type PaymentIcon = CmsSections['footer']['paymentIcons'][number]
type Wordmark = { name: string; color: string; background?: string; isItalic?: boolean }

const wordmarks: Record<Exclude<PaymentIcon, 'bankTransfer' | 'cash'>, Wordmark> = {
  visa: { name: 'VISA', color: '#1a2a78', isItalic: true },
  mastercard: { name: 'Mastercard', color: '#8f2a0a' },
  amex: { name: 'AMEX', color: '#fff', background: '#16629f' },
  paypal: { name: 'PayPal', color: '#12357a', isItalic: true },
  applePay: { name: 'Apple Pay', color: '#111' },
  googlePay: { name: 'Google Pay', color: '#3c4043' },
  klarna: { name: 'Klarna', color: '#2b0a1e', background: '#fbd3df' },
}
const drawings = {
  bankTransfer: 'M16 13.5 26 8l10 5.5ZM18 16v6M23.3 16v6M28.7 16v6M34 16v6M16 24.5h20',
  cash: 'M13 9.5h26v13H13ZM26 19a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM17 13.5v5M35 13.5v5',
}

/** The methods of payment that the store names: plain words and drawings on small cards. */
export function PaymentIcons() {
  const t = useTexts()
  const { paymentIcons } = useFrame().footer
  if (paymentIcons.length === 0) return null
  return (
    <ul className="payment-icons" aria-label={t('paymentIcons.label')}>
      {[...new Set(paymentIcons)].map(icon => (
        <li key={icon}>
          {icon === 'bankTransfer' || icon === 'cash' ? (
            <Card label={t(`paymentIcons.${icon}`)}>
              <path d={drawings[icon]} fill="none" stroke="#333" strokeWidth="1.6" />
            </Card>
          ) : (
            <WordmarkCard {...wordmarks[icon]} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Long names are set smaller, so that each fits its card in any typeface. */
function WordmarkCard({ name, color, background, isItalic = false }: Wordmark) {
  const isLong = name.length > 6
  return (
    <Card label={name} background={background}>
      <text
        x="26"
        y={isLong ? 19 : 20.5}
        textAnchor="middle"
        textLength={isLong ? 44 : 36}
        lengthAdjust="spacingAndGlyphs"
        fontFamily="Arial, sans-serif"
        fontSize={isLong ? 9 : 12.5}
        fontWeight="700"
        fontStyle={isItalic ? 'italic' : undefined}
        fill={color}
      >
        {name}
      </text>
    </Card>
  )
}

type CardProps = { label: string; background?: string | undefined; children: ReactNode }

const Card = ({ label, background = '#fff', children }: CardProps) => (
  <svg viewBox="0 0 52 32" width="52" height="32" role="img" aria-label={label}>
    <rect x=".5" y=".5" width="51" height="31" rx="5" fill={background} stroke="#0003" />
    {children}
  </svg>
)
