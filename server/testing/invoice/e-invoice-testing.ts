import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

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

const totals = '//ram:SpecifiedTradeSettlementHeaderMonetarySummation'
const settlement = '//ram:ApplicableHeaderTradeSettlement'
const seller = '//ram:SellerTradeParty'
const buyer = '//ram:BuyerTradeParty'
const tax = `${settlement}/ram:ApplicableTradeTax`
const lineTax = '//ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'
const chargeTax = '//ram:SpecifiedTradeAllowanceCharge/ram:CategoryTradeTax'
const lineAmounts = '//ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'
const charges = '//ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount'
/** Amounts in cents, because XPath computes with floating-point numbers. */
const cents = (path: string) => `round(sum(${path}) * 100)`
const sumOf = (name: string) => cents(`${totals}/ram:${name}`)
const vatId = 'ram:SpecifiedTaxRegistration/ram:ID[@schemeID = "VA"]'
const hasCategory = (category: string) =>
  `(${lineTax}|${chargeTax})/ram:CategoryCode[. = '${category}']`

/** The rules of EN 16931-1 that an invoice of a store could violate, as XPath. */
const rules: Record<string, string> = {
  'BR-01': '//ram:GuidelineSpecifiedDocumentContextParameter/ram:ID != ""',
  'BR-02': '//rsm:ExchangedDocument/ram:ID != ""',
  'BR-03': '//rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString[@format = "102"]',
  'BR-04': '//rsm:ExchangedDocument/ram:TypeCode[. = "380" or . = "381"]',
  'BR-05': `${settlement}/ram:InvoiceCurrencyCode != ""`,
  'BR-06': `${seller}/ram:Name != ""`,
  'BR-07': `${buyer}/ram:Name != ""`,
  'BR-09': `${seller}/ram:PostalTradeAddress/ram:CountryID != ""`,
  'BR-11': `${buyer}/ram:PostalTradeAddress/ram:CountryID != ""`,
  'BR-16': '//ram:IncludedSupplyChainTradeLineItem or //ram:SpecifiedTradeAllowanceCharge',
  'BR-22': 'not(//ram:IncludedSupplyChainTradeLineItem[not(.//ram:BilledQuantity)])',
  'BR-25': 'not(//ram:SpecifiedTradeProduct[not(ram:Name != "")])',
  'BR-27': 'not(//ram:ChargeAmount[number(.) < 0])',
  'BR-53': `${totals}/ram:TaxTotalAmount/@currencyID = ${settlement}/ram:InvoiceCurrencyCode`,
  'BR-57': 'not(//ram:ShipToTradeParty) or //ram:ShipToTradeParty//ram:CountryID != ""',
  'BR-61': `not(${settlement}//ram:TypeCode[. = "58"]) or ${settlement}//ram:IBANID != ""`,
  'BR-CO-10': `${cents(lineAmounts)} = ${sumOf('LineTotalAmount')}`,
  'BR-CO-12': `${cents(charges)} = ${sumOf('ChargeTotalAmount')}`,
  'BR-CO-13': `${sumOf('LineTotalAmount')} + ${sumOf('ChargeTotalAmount')} = ${sumOf('TaxBasisTotalAmount')}`,
  'BR-CO-14': `${cents(`${tax}/ram:CalculatedAmount`)} = ${sumOf('TaxTotalAmount')}`,
  'BR-CO-15': `${sumOf('TaxBasisTotalAmount')} + ${sumOf('TaxTotalAmount')} = ${sumOf('GrandTotalAmount')}`,
  'BR-CO-16': `${sumOf('GrandTotalAmount')} - ${sumOf('TotalPrepaidAmount')} = ${sumOf('DuePayableAmount')}`,
  'BR-CO-18': `count(${tax}) > 0`,
  'BR-CO-25': `${sumOf('DuePayableAmount')} <= 0 or //ram:SpecifiedTradePaymentTerms`,
  'BR-CO-26': `${seller}/ram:ID or ${seller}/${vatId}`,
  'BR-S-02': `not(${hasCategory('S')}) or ${seller}/ram:SpecifiedTaxRegistration`,
  'BR-AE-02': `not(${hasCategory('AE')}) or (${seller}/${vatId} and ${buyer}/${vatId})`,
  'BR-E-10': `not(${tax}[ram:CategoryCode = "E"][not(ram:ExemptionReason != "")])`,
  'BR-AE-10': `not(${tax}[ram:CategoryCode = "AE"][not(ram:ExemptionReason != "")])`,
  'BR-Z-10': `not(${tax}[ram:CategoryCode = "Z"]/ram:ExemptionReason)`,
  'BR-S-05': `not((${lineTax}|${chargeTax})[ram:CategoryCode = "S"][not(ram:RateApplicablePercent > 0)])`,
  'BR-Z-05': `not((${lineTax}|${chargeTax})[ram:CategoryCode != "S"][ram:RateApplicablePercent != 0])`,
}

/** Returns the first error of the official schema, and the rules that an XML invoice violates. */
export function listEInvoiceViolations(xml: string): string[] {
  const doc = XmlDocument.fromString(xml)
  try {
    return [...listSchemaErrors(doc), ...listBrokenRules(doc), ...listBrokenTaxes(doc)]
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

const listBrokenRules = (doc: XmlDocument) =>
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
