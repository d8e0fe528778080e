import { expect, test } from 'vitest'
import { formatPaymentCode, toBankTransfer } from './bank-transfer.ts'

const account = {
  accountHolder: 'Töpferei Ährenfeld',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  transferReference: '',
}
const due = { amount: 5470, currency: 'EUR' }

test('the reference is the number of the order, in the pattern of the store', () => {
  const getReference = (transferReference: string) =>
    toBankTransfer({ ...account, transferReference }, '#1001', due).reference
  expect(getReference('')).toBe('1001')
  expect(getReference('Order {{order_number}} / teapots')).toBe('Order 1001 / teapots')
  expect(getReference('{{ order_number }}')).toBe('1001')
  expect(getReference('Teapots')).toBe('Teapots 1001')
})

test('the code has the lines of EPC069-12', () => {
  expect(toBankTransfer(account, '#1001', due)).toEqual({
    accountHolder: 'Töpferei Ährenfeld',
    iban: 'DE89 3704 0044 0532 0130 00',
    bic: 'COBADEFFXXX',
    reference: '1001',
    code: 'BCD\n002\n1\nSCT\nCOBADEFFXXX\nTöpferei Ährenfeld\nDE89370400440532013000\nEUR54.70\n\n\n1001',
  })
  const receiver = { ...account, reference: 'A' }
  expect(formatPaymentCode({ ...receiver, bic: '' }, { ...due, amount: 5 })?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Töpferei Ährenfeld',
    'DE89370400440532013000',
    'EUR0.05',
    '',
    '',
    'A',
  ])
})

test('there is no code outside SEPA, in another currency, without an account or an amount', () => {
  const receiver = { ...account, reference: 'A' }
  const none = [
    formatPaymentCode(receiver, { amount: 100, currency: 'USD' }),
    formatPaymentCode(receiver, { amount: 0, currency: 'EUR' }),
    formatPaymentCode(receiver, { amount: 100_000_000_000, currency: 'EUR' }),
    formatPaymentCode({ ...receiver, iban: '' }, due),
    formatPaymentCode({ ...receiver, accountHolder: '' }, due),
    // Turkey has IBANs, but no SEPA.
    formatPaymentCode({ ...receiver, iban: 'TR330006100519786457841326' }, due),
    formatPaymentCode({ ...receiver, reference: 'ä'.repeat(140) }, due),
  ]
  expect(none).toEqual(none.map(() => null))
})
