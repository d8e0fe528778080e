import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AnyOrder,
  anyCredits,
  anyDocument,
  buyer,
  example,
  seller,
  toCreditNote,
  toCreditNotes,
  toDocument,
  toInvoice,
} from '../../testing/invoice/any-invoice.ts'
import { listEInvoiceViolations } from '../../testing/invoice/e-invoice-testing.ts'
import { buildCii } from './build-cii.ts'
import { canBeEInvoice } from './e-invoice-profile.ts'

const untaxed: AnyOrder = {
  ...example,
  lines: example.lines.map(line => ({ ...line, taxRate: 0 })),
  shippingTaxRate: 0,
}

const corrects = { number: 'INV-2026-0001', issuedOn: '2026-11-03' }

test('every document that can be an e-invoice follows the schema and the rules', () => {
  fc.assert(
    fc.property(anyDocument, anyCredits, (document, credits) => {
      const creditNotes = toCreditNotes(document, credits).map(toCreditNote)
      for (const profile of ['factur-x', 'xrechnung'] as const)
        for (const invoice of [toInvoice(document), ...creditNotes]) {
          const xml = buildCii(invoice, profile)
          const canBe = canBeEInvoice(invoice.document, profile)
          expect(canBe ? listEInvoiceViolations(xml) : []).toEqual([])
        }
    }),
    { numRuns: 300 },
  )
})

describe('the category and the reason of a tax', () => {
  test.each([
    ['small_business', 'E', '', 'Steuerbefreiung für Kleinunternehmer. (§ 19 UStG)'],
    ['exempt', 'E', '', 'Diese Lieferung ist steuerfrei.'],
    ['reverse_charge', 'AE', 'VATEX-EU-AE', 'Steuerschuldnerschaft des Leistungsempfängers.'],
    [
      'intra_community',
      'K',
      'VATEX-EU-IC',
      'Steuerfreie innergemeinschaftliche Lieferung (Art. 138 Richtlinie 2006/112/EG).',
    ],
    [
      'export',
      'G',
      'VATEX-EU-G',
      'Steuerfreie Ausfuhrlieferung (Art. 146 Richtlinie 2006/112/EG).',
    ],
  ] as const)('of %s are %s, a code %s and a sentence', (exemption, category, code, reason) => {
    const document = toDocument(untaxed, { exemption, buyer: { ...buyer, vatId: 'FR32123456789' } })
    for (const profile of ['factur-x', 'xrechnung'] as const) {
      expect(canBeEInvoice(document, profile)).toBe(true)
      const xml = buildCii(toInvoice(document), profile)
      expect(listEInvoiceViolations(xml)).toEqual([])
      expect(xml).toContain(`<ram:CategoryCode>${category}</ram:CategoryCode>`)
      expect(xml).toContain(`<ram:ExemptionReason>${reason}</ram:ExemptionReason>`)
      expect(/<ram:ExemptionReasonCode>([^<]*)<\/ram:/.exec(xml)?.[1] ?? '').toBe(code)
    }
  })

  test('of a rate of 0 are those of a zero rate', () => {
    const xml = buildCii(toInvoice(toDocument(untaxed)), 'factur-x')
    expect(listEInvoiceViolations(xml)).toEqual([])
    expect(xml).toContain('<ram:CategoryCode>Z</ram:CategoryCode>')
  })
})

test('goods that were not delivered yet have a period, and those to the EU need their country', () => {
  const goods = toDocument(untaxed, {
    exemption: 'intra_community',
    buyer: { ...buyer, vatId: 'FR32123456789' },
    suppliedOn: null,
  })
  const xml = buildCii(toInvoice(goods), 'factur-x')
  expect(listEInvoiceViolations(xml)).toEqual([])
  const without = (pattern: RegExp) => listEInvoiceViolations(xml.replace(pattern, ''))
  expect(without(/<ram:BillingSpecifiedPeriod>.*<\/ram:BillingSpecifiedPeriod>/)).toEqual([
    'BR-IC-11',
  ])
  expect(without(/<ram:ShipToTradeParty>.*<\/ram:ShipToTradeParty>/)).toEqual(['BR-IC-12'])
  const vatIds =
    /<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">.*?<\/ram:SpecifiedTaxRegistration>/
  expect(without(vatIds)).toContain('BR-IC-02')
  expect(listEInvoiceViolations(xml.replace(/VATEX-EU-IC/, 'VATEX-EU-G'))).toEqual([
    'BR-IC-10 (code)',
  ])
  for (const profile of ['factur-x', 'xrechnung'] as const) {
    expect(canBeEInvoice({ ...goods, shipTo: {} }, profile)).toBe(false)
    expect(canBeEInvoice({ ...goods, buyer }, profile)).toBe(false)
    const noVatId = { ...goods, seller: { ...seller, vatId: '' } }
    expect(canBeEInvoice(noVatId, profile)).toBe(false)
    expect(canBeEInvoice({ ...noVatId, exemption: 'export' }, profile)).toBe(false)
  }
  const shipTo = { country: 'FR' }
  expect(canBeEInvoice({ ...goods, shipTo }, 'factur-x')).toBe(true)
  expect(canBeEInvoice({ ...goods, shipTo }, 'xrechnung')).toBe(false)
})

test('a credit note has its type, positive amounts and the invoice that it corrects', () => {
  const document = toDocument(example, { corrects })
  const xml = buildCii(toCreditNote(document), 'xrechnung')
  expect(listEInvoiceViolations(xml)).toEqual([])
  expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
  expect(xml).toContain('<ram:IssuerAssignedID>INV-2026-0001</ram:IssuerAssignedID>')
})

test('shipping that is credited alone is a line, because an invoice needs one', () => {
  const document = toDocument({ ...example, lines: [] })
  const xml = buildCii(toCreditNote({ ...document, corrects }), 'xrechnung')
  expect(listEInvoiceViolations(xml)).toEqual([])
  expect(xml).toContain('<ram:Name>Parcel</ram:Name>')
  expect(xml).not.toContain('ram:SpecifiedTradeAllowanceCharge')
})

test('a free item has the category of its rate', () => {
  const free = { quantity: 1, unitPrice: 0, discount: 0, taxRate: 0 }
  const document = toDocument({ ...example, lines: [...example.lines, free] })
  expect(listEInvoiceViolations(buildCii(toInvoice(document), 'factur-x'))).toEqual([])
})

test('a delivery address without a postal code is only in Factur-X', () => {
  const document = toDocument(example, { shipTo: { city: 'Galway', country: 'IE' } })
  expect(buildCii(toInvoice(document), 'factur-x')).toContain('Galway')
  const xml = buildCii(toInvoice(document), 'xrechnung')
  expect(xml).not.toContain('Galway')
  expect(listEInvoiceViolations(xml)).toEqual([])
})

test('identifiers and characters that EN 16931 does not know are replaced or left out', () => {
  const document = toDocument(example, {
    seller: { ...seller, vatId: '136695976' },
    buyer: { ...buyer, vatId: '51824753556', address: { ...buyer.address, country: 'XK' } },
    note: 'A\uFFFEB\uD800C\u0001',
  })
  const xml = buildCii(toInvoice(document), 'factur-x')
  expect(listEInvoiceViolations(xml)).toEqual([])
  expect(xml).toContain('<ram:CountryID>1A</ram:CountryID>')
  expect(xml).toContain('<ram:Content>ABC</ram:Content>')
  expect(xml).not.toContain('schemeID="VA"')
})

test('the check of the rules finds wrong sums, missing identifiers and elements in a wrong place', () => {
  const xml = buildCii(toInvoice(toDocument(example)), 'factur-x')
  const without = (pattern: RegExp) => listEInvoiceViolations(xml.replace(pattern, ''))
  expect(listEInvoiceViolations(xml.replace(/(<ram:GrandTotalAmount>)\d+/, '$1999'))).toEqual([
    'BR-CO-15',
    'BR-CO-16',
  ])
  expect(listEInvoiceViolations(xml.replace(/(<ram:BasisAmount>)\d+/, '$11'))).toContain('BR-S-08')
  expect(listEInvoiceViolations(xml.replace(/(<ram:CalculatedAmount>)\d+/, '$199'))).toContain(
    'BR-S-09',
  )
  expect(without(/<ram:DuePayableAmount>.*?<\/ram:DuePayableAmount>/)).toContain('BR-CO-16')
  expect(without(/<ram:SpecifiedTaxRegistration>.*<\/ram:SpecifiedTaxRegistration>/)).toContain(
    'BR-S-02',
  )
  const replaced = (from: RegExp, to: string) => listEInvoiceViolations(xml.replace(from, to))
  expect(replaced(/(<ram:CountryID>)DE/, '$1ZZ')).toEqual(['BR-CL-14'])
  expect(replaced(/(schemeID="VA">)DE/, '$112')).toEqual(['BR-CO-09'])
  expect(replaced(/(<ram:CategoryCode>)S/, '$1Z')).toContain('BR-Z-01')
  expect(replaced(/(<ram:LineTotalAmount>\d+\.\d\d)/, '$11')).toContain('BR-DEC')
  expect(without(/<ram:InvoiceCurrencyCode>EUR<\/ram:InvoiceCurrencyCode>/)[0]).toContain('schema')
})

test('the check of XRechnung also finds incomplete addresses and wrong prices', () => {
  const xml = buildCii(toInvoice(toDocument(example)), 'xrechnung')
  const replaced = (from: RegExp, to: string) => listEInvoiceViolations(xml.replace(from, to))
  expect(listEInvoiceViolations(xml)).toEqual([])
  expect(replaced(/<ram:CityName>Köln<\/ram:CityName>/g, '')).toEqual([
    'BR-DE-3',
    'BR-DE-8',
    'BR-DE-10',
  ])
  expect(replaced(/(<ram:ChargeAmount>)\d+/, '$11')).toEqual(['PEPPOL-EN16931-R120'])
  expect(
    replaced(/<ram:SpecifiedTradePaymentTerms>.*<\/ram:SpecifiedTradePaymentTerms>/, ''),
  ).toEqual(['BR-CO-25', 'BR-DE-18-a'])
})

test('an invoice without a required detail is none', () => {
  const document = toDocument(example)
  const cheapLine = { quantity: 1, unitPrice: 13, discount: 0, taxRate: 20 }
  const manyLines = Array.from({ length: 12 }, () => cheapLine)
  const manyRoundedTaxes = toDocument({ ...example, lines: manyLines }, { currency: 'JPY' })
  const withSeller = (change: object) => ({ ...document, seller: { ...seller, ...change } })
  expect(canBeEInvoice(document, 'factur-x')).toBe(true)
  expect(canBeEInvoice(document, 'xrechnung')).toBe(true)
  for (const incomplete of [
    withSeller({ vatId: '', taxNumber: '' }),
    withSeller({ address: { ...seller.address, country: 'US' } }),
    { ...document, currency: 'KWD' },
    withSeller({ vatId: '136695976', taxNumber: '' }),
    { ...document, buyer: { ...buyer, address: {} } },
    { ...document, buyer: { ...buyer, address: { country: 'ZZ' } } },
    { ...document, buyer: { ...buyer, name: '' } },
    toDocument(untaxed, { exemption: 'reverse_charge', buyer }),
    manyRoundedTaxes,
  ])
    expect(canBeEInvoice(incomplete, 'factur-x')).toBe(false)
  expect(canBeEInvoice(withSeller({ phone: '' }), 'factur-x')).toBe(true)
  expect(canBeEInvoice(withSeller({ phone: '' }), 'xrechnung')).toBe(false)
  const xml = buildCii(toInvoice(withSeller({ vatId: '' })), 'factur-x')
  expect(listEInvoiceViolations(xml)).toEqual([])
})
