import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'

/** Until when the shopper can request a return, if the time is limited. */
export function ReturnPeriodText({ order: { returnPeriod, seller } }: { order: StorefrontOrder }) {
  const t = useTexts()
  const { locale } = useFrame().store
  if (!returnPeriod) return null
  const format = { dateStyle: 'long', timeZone: seller.timezone } as const
  const date = new Date(returnPeriod.until).toLocaleDateString(locale, format)
  return <p>{t(returnPeriod.isOver ? 'orderReturn.over' : 'orderReturn.until', { date })}</p>
}
