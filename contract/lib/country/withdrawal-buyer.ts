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

export type WithdrawalBuyer = {
  country: string | undefined
  /** Only consumers have the right. Companies order with a VAT ID. */
  vatId: string
}

export const isWithdrawalBuyer = ({ country, vatId }: WithdrawalBuyer): boolean =>
  withdrawalCountries.has(country ?? '') && vatId === ''
