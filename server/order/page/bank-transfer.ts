import { electronicFormatIBAN, friendlyFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import type { BankAccount, BankTransfer } from '#contract/payment/payment-method.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Returns the account of a payment method as JSON. */
export const selectBankAccount = (tx: Tx) => tx`
  jsonb_build_object('accountHolder', account_holder, 'iban', iban, 'bic', bic,
    'transferReference', transfer_reference)`

/** The money that a transfer moves, in minor units. */
type Amount = { amount: number; currency: string }

/** Returns the details that a shopper enters for the bank transfer of an order. */
export function toBankTransfer(
  { accountHolder, iban, bic, transferReference }: BankAccount,
  orderNumber: string,
  due: Amount,
): BankTransfer {
  const reference = formatReference(transferReference, orderNumber)
  return {
    accountHolder,
    iban: friendlyFormatIBAN(iban) ?? iban,
    bic,
    reference,
    code: formatPaymentCode({ accountHolder, iban, bic, reference }, due),
  }
}

/** Without the variable, the number follows the text. Banks accept no number sign. */
function formatReference(pattern: string, orderNumber: string): string {
  const variable = /\{\{ *order_number *\}\}/g
  const text = variable.test(pattern)
    ? pattern.replaceAll(variable, orderNumber)
    : `${pattern} ${orderNumber}`
  return text.replaceAll('#', '').trim()
}

type Receiver = { accountHolder: string; iban: string; bic: string; reference: string }
const maxCents = 99_999_999_999
const maxBytes = 331

/**
 * Returns the text of a QR code that banking apps read (European Payments Council, EPC069-12), or
 * null for a transfer outside SEPA or in another currency.
 */
export function formatPaymentCode(
  { accountHolder, iban, bic, reference }: Receiver,
  { amount, currency }: Amount,
): string | null {
  const account = electronicFormatIBAN(iban) ?? ''
  const isPayable =
    currency === 'EUR' &&
    amount > 0 &&
    amount <= maxCents &&
    accountHolder !== '' &&
    isValidIBAN(account) &&
    isSEPACountry(account.slice(0, 2))
  if (!isPayable) return null
  const euros = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    accountHolder,
    account,
    `EUR${euros}`,
    '',
    '',
    reference,
  ]
  const code = lines.join('\n')
  return Buffer.byteLength(code) <= maxBytes ? code : null
}
