import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyCredits,
  anyDocument,
  example,
  toCreditNote,
  toCreditNotes,
  toDocument,
  toInvoice,
} from '../../testing/invoice/any-invoice.ts'
import { listSchematronViolations, loadSchematron } from '../../testing/invoice/schematron.ts'
import { buildCii } from './build-cii.ts'
import { canBeEInvoice, type EInvoiceProfile } from './e-invoice-profile.ts'

type SchematronFile = {
  variable: string
  profiles: EInvoiceProfile[]
  /** The ids of the checks that the test cannot run. */
  unsupported: RegExp
  /** What an invoice with a wrong total of the tax and without a buyer reference violates. */
  violated: string[]
}

/**
 * The files of the rules have licenses of their own and are on no npm package, so they are tested
 * only where a variable has their path.
 */
const files: SchematronFile[] = [
  {
    variable: 'EN16931_SCHEMATRON',
    profiles: ['factur-x', 'xrechnung'],
    unsupported: /^$/,
    violated: ['BR-CO-14', 'BR-CO-15'],
  },
  {
    variable: 'XRECHNUNG_SCHEMATRON',
    profiles: ['xrechnung'],
    unsupported: /^(BR-DE-19|BR-DE-20|PEPPOL-.*)$/,
    violated: ['BR-DE-15'],
  },
]

describe.each(files)('the Schematron file in $variable', file => {
  const { variable, profiles, unsupported, violated } = file
  const path = process.env[variable] ?? ''

  test.skipIf(path === '')('accepts every e-invoice and its credit notes', () => {
    const schematron = loadSchematron(path)
    const anyProfile = fc.constantFrom(...profiles)
    fc.assert(
      fc.property(anyDocument, anyCredits, anyProfile, (document, credits, profile) => {
        const creditNotes = toCreditNotes(document, credits).map(toCreditNote)
        for (const invoice of [toInvoice(document), ...creditNotes]) {
          const canBe = canBeEInvoice(invoice.document, profile)
          const xml = buildCii(invoice, profile)
          expect(canBe ? listSchematronViolations(schematron, xml) : []).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
    expect([...schematron.unsupported].filter(id => !unsupported.test(id))).toEqual([])
  })

  test.skipIf(path === '')('finds a wrong total', () => {
    const schematron = loadSchematron(path)
    const xml = buildCii(toInvoice(toDocument(example)), 'xrechnung')
    expect(listSchematronViolations(schematron, xml)).toEqual([])
    const wrong = xml
      .replace(/(<ram:TaxTotalAmount[^>]*>)\d+/, '$1999')
      .replace(/<ram:BuyerReference>.*<\/ram:BuyerReference>/, '')
    const ids = listSchematronViolations(schematron, wrong).map(({ id }) => id)
    expect(ids.toSorted()).toEqual(violated)
  })
})
