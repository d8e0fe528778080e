import type { CmsSections } from '#contract/cms/cms.ts'
import { isWithdrawalBuyer, withdrawalDays } from '#contract/lib/country/withdrawal-buyer.ts'
import type { WithdrawalException } from '#contract/product/product-checkout.ts'
import type { ProductReturns } from '#contract/storefront/storefront-delivery.ts'

type Sale = { country: string; withdrawalException: WithdrawalException }

/**
 * Returns the terms of returns to a consumer in a country. A store without a limit promises only what
 * the law grants. Products with an exception are not returned.
 */
export function getProductReturns(
  { returnDays, returnCosts: costs }: CmsSections['checkout'],
  { country, withdrawalException }: Sale,
): ProductReturns | null {
  if (withdrawalException !== 'none') return { country, days: 0, costs }
  const legalDays = isWithdrawalBuyer({ country, vatId: '' }) ? withdrawalDays : 0
  if (returnDays === null) return legalDays > 0 ? { country, days: legalDays, costs } : null
  return { country, days: Math.max(legalDays, returnDays), costs }
}
