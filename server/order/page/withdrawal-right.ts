/**
 * The countries of the European Economic Area, and the United Kingdom, whose Consumer Contracts Regulations 2013
 * give the same right to withdraw from contracts.
 */
const withdrawalCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
)
export const withdrawalDays = 14
/** The period ends with its last day. */
const withdrawalMs = (withdrawalDays + 1) * 24 * 3_600_000

type Buyer = {
  country: string | undefined
  /** Only consumers have the right. Companies order with a VAT ID. */
  vatId: string
}
type Contract = Buyer & {
  lines: readonly { isWithdrawable: boolean }[]
  deliveredAt: string | null
}

export const isWithdrawalBuyer = ({ country, vatId }: Buyer): boolean =>
  withdrawalCountries.has(country ?? '') && vatId === ''

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
