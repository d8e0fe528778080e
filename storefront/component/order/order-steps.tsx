import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'

/** The progress of an order. */
export function OrderSteps({ order: { steps, seller } }: { order: StorefrontOrder }) {
  const format = { day: 'numeric', month: 'short', timeZone: seller.timezone } as const
  const t = useTexts()
  const { locale } = useFrame().store
  if (steps.length === 0) return null
  const current = steps.findLastIndex(({ isDone }) => isDone)
  return (
    <ol className="order-steps" aria-label={t('orderPage.progress')}>
      {steps.map(({ step, isDone, at }, index) => (
        <li
          key={step}
          data-done={isDone || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span>{t(`orderPage.steps.${step}`)}</span>
          {at && <time dateTime={at}>{new Date(at).toLocaleDateString(locale, format)}</time>}
        </li>
      ))}
    </ol>
  )
}
