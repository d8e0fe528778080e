import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { cents, en16931Rules, tax, xrechnungRules } from './e-invoice-rules.ts'

xmlRegisterFsInputProviders()
const require = createRequire(import.meta.url)
const schemaPath = join(
  dirname(require.resolve('@stackforge-eu/factur-x')),
  '../schema/en16931/FACTUR-X_EN16931.xsd',
)
const schema = XsdValidator.fromDoc(
  XmlDocument.fromString(readFileSync(schemaPath, 'utf8'), { url: schemaPath }),
)
const namespaces = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

/** Returns the first error of the official schema, and the rules of its profile that an XML invoice violates. */
export function listEInvoiceViolations(xml: string): string[] {
  const doc = XmlDocument.fromString(xml)
  try {
    const rules = xml.includes('xrechnung') ? { ...en16931Rules, ...xrechnungRules } : en16931Rules
    return [...listSchemaErrors(doc), ...listBrokenRules(doc, rules), ...listBrokenTaxes(doc)]
  } finally {
    doc.dispose()
  }
}

function listSchemaErrors(doc: XmlDocument): string[] {
  try {
    schema.validate(doc)
    return []
  } catch (error) {
    return [`schema: ${error instanceof Error ? error.message : error}`]
  }
}

const listBrokenRules = (doc: XmlDocument, rules: Record<string, string>) =>
  Object.entries(rules)
    .filter(([, rule]) => doc.eval(`boolean(${rule})`, namespaces) !== true)
    .map(([name]) => name)

/**
 * BR-S-08 and those of the other categories: the base of a rate is the sum of its lines and charges.
 * BR-S-09: the tax of a rate is less than 1 from its product with the base.
 */
function listBrokenTaxes(doc: XmlDocument): string[] {
  const evaluate = (path: string) => Number(doc.eval(path, namespaces))
  return doc.find(tax, namespaces).flatMap((_, index) => {
    const group = `(${tax})[${index + 1}]`
    const getText = (name: string) => String(doc.eval(`string(${group}/ram:${name})`, namespaces))
    const percent = getText('RateApplicablePercent')
    const isOfGroup = `[ram:CategoryCode = '${getText('CategoryCode')}'][ram:RateApplicablePercent = ${percent}]`
    const lines = `//ram:SpecifiedLineTradeSettlement[ram:ApplicableTradeTax${isOfGroup}]`
    const taxedCharges = `//ram:SpecifiedTradeAllowanceCharge[ram:CategoryTradeTax${isOfGroup}]`
    const base = evaluate(cents(`${group}/ram:BasisAmount`))
    const lineSum = evaluate(cents(`${lines}//ram:LineTotalAmount`))
    const isSum = lineSum + evaluate(cents(`${taxedCharges}/ram:ActualAmount`)) === base
    const product = (base * Number(percent)) / 10_000
    const isNear = Math.abs(Number(getText('CalculatedAmount')) - product) < 1
    return [...(isSum ? [] : ['BR-S-08']), ...(isNear ? [] : ['BR-S-09'])]
  })
}
