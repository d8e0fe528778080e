import {
  isWithdrawalBuyer,
  type WithdrawalBuyer,
  withdrawalDays,
} from '#contract/lib/country/withdrawal-buyer.ts'

/** The period ends with its last day. */
const withdrawalMs = (withdrawalDays + 1) * 24 * 3_600_000

type Contract = WithdrawalBuyer & {
  lines: readonly { isWithdrawable: boolean }[]
  deliveredAt: string | null
}

/**
 * Returns whether the page of an order offers the withdrawal from its contract. The period starts when
 * the shopper has everything; this is not known before the delivery is recorded.
 */
export const hasWithdrawalRight = (
  { lines, deliveredAt, ...buyer }: Contract,
  now = Date.now(),
): boolean =>
  isWithdrawalBuyer(buyer) &&
  lines.some(({ isWithdrawable }) => isWithdrawable) &&
  (deliveredAt === null || now - Date.parse(deliveredAt) < withdrawalMs)
