import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import { digitsByCurrency } from '#contract/lib/money/currency-table.ts'

const totals = '//ram:SpecifiedTradeSettlementHeaderMonetarySummation'
const agreement = '//ram:ApplicableHeaderTradeAgreement'
const settlement = '//ram:ApplicableHeaderTradeSettlement'
const seller = '//ram:SellerTradeParty'
const buyer = '//ram:BuyerTradeParty'
const shipToAddress = '//ram:ShipToTradeParty/ram:PostalTradeAddress'
const line = '//ram:IncludedSupplyChainTradeLineItem'
export const tax = `${settlement}/ram:ApplicableTradeTax`
const lineTax = '//ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'
const charge = '//ram:SpecifiedTradeAllowanceCharge'
const chargeTax = `${charge}/ram:CategoryTradeTax`
const rows = `(${lineTax}|${chargeTax})`
const deliveryDay = '//ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime'
const period = `${settlement}/ram:BillingSpecifiedPeriod`
const lineAmounts = '//ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'
const means = '//ram:SpecifiedTradeSettlementPaymentMeans'
const terms = '//ram:SpecifiedTradePaymentTerms'
/** Amounts in cents, because XPath computes with floating-point numbers. */
export const cents = (path: string) => `round(sum(${path}) * 100)`
const sumOf = (name: string) => cents(`${totals}/ram:${name}`)
const vatId = 'ram:SpecifiedTaxRegistration/ram:ID[@schemeID = "VA"]'
const category = (code: string) => `[ram:CategoryCode = "${code}"]`
const hasText = (path: string) => `normalize-space(${path}) != ""`
/** Each element has the text or, with an attribute, that attribute. */
const every = (element: string, path: string) => `not(${element}[normalize-space(${path}) = ""])`
const everyIsIn = (path: string, values: Iterable<string>) =>
  `not(${path}[not(contains(" ${[...values].join(' ')} ", concat(" ", ., " ")))])`
const atMostOne = (path: string) => `count(${path}) <= 1`

const countries = listCountryCodes().map(code => (code === 'XK' ? '1A' : code))
const vatPrefix = 'concat(" ", substring(., 1, 2), " ")'
const vatPrefixes = [...countries, 'EL', 'XI'].join(' ')

/** The categories of tax, by the code that the names of their rules contain. */
const categories = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', IC: 'K', G: 'G' }
/** The reasons of EN 16931 that have a code. */
const exemptionCodes: Record<string, string> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
}

/** The rules that hold for each category of tax. */
const categoryRules = Object.entries(categories).flatMap(([name, code]) => {
  const rowCount = `count(${rows}${category(code)})`
  const taxCount = `count(${tax}${category(code)})`
  const reasons = `${tax}${category(code)}[normalize-space(ram:ExemptionReason) != ""]`
  const hasReason = code !== 'S' && code !== 'Z'
  const reasonCode = `${tax}${category(code)}/ram:ExemptionReasonCode`
  const hasReasonCode = `count(${reasonCode}[. = "${exemptionCodes[code]}"]) = ${taxCount}`
  const everyCategory = [
    [`BR-${name}-01`, `(${rowCount} > 0) = (${taxCount} > 0)`],
    [`BR-${name}-10`, hasReason ? `count(${reasons}) = ${taxCount}` : `not(${reasons})`],
    [`BR-${name}-10 (code)`, exemptionCodes[code] ? hasReasonCode : `not(${reasonCode})`],
  ]
  const untaxedCategory = [
    [`BR-${name}-01 (once)`, `${taxCount} <= 1`],
    [`BR-${name}-09`, `not(${tax}${category(code)}[ram:CalculatedAmount != 0])`],
  ]
  return code === 'S' ? everyCategory : [...everyCategory, ...untaxedCategory]
})

/** The rules of EN 16931-1 that an invoice of a store could violate, as XPath. */
export const en16931Rules: Record<string, string> = {
  ...Object.fromEntries(categoryRules),
  'BR-01': hasText('//ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
  'BR-02': hasText('//rsm:ExchangedDocument/ram:ID'),
  'BR-03': '//rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString[@format = "102"]',
  'BR-04': '//rsm:ExchangedDocument/ram:TypeCode[. = "380" or . = "381"]',
  'BR-05': hasText(`${settlement}/ram:InvoiceCurrencyCode`),
  'BR-06': hasText(`${seller}/ram:Name`),
  'BR-07': hasText(`${buyer}/ram:Name`),
  'BR-09': hasText(`${seller}/ram:PostalTradeAddress/ram:CountryID`),
  'BR-11': hasText(`${buyer}/ram:PostalTradeAddress/ram:CountryID`),
  'BR-12': `${totals}/ram:LineTotalAmount`,
  'BR-13': `${totals}/ram:TaxBasisTotalAmount`,
  'BR-14': `${totals}/ram:GrandTotalAmount`,
  'BR-15': `${totals}/ram:DuePayableAmount`,
  'BR-16': line,
  'BR-21': every(line, 'ram:AssociatedDocumentLineDocument/ram:LineID'),
  'BR-22': every(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity'),
  'BR-23': every(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode'),
  'BR-24': every(line, './/ram:LineTotalAmount'),
  'BR-25': every(line, 'ram:SpecifiedTradeProduct/ram:Name'),
  'BR-26': every(line, './/ram:NetPriceProductTradePrice/ram:ChargeAmount'),
  'BR-27': 'not(//ram:ChargeAmount[number(.) < 0])',
  'BR-36': every(charge, 'ram:ActualAmount'),
  'BR-37': every(charge, 'ram:CategoryTradeTax/ram:CategoryCode'),
  'BR-38': every(charge, 'ram:Reason'),
  'BR-45': every(tax, 'ram:BasisAmount'),
  'BR-46': every(tax, 'ram:CalculatedAmount'),
  'BR-48': every(tax, 'ram:RateApplicablePercent'),
  'BR-49': every(means, 'ram:TypeCode'),
  'BR-53': `${totals}/ram:TaxTotalAmount/@currencyID = ${settlement}/ram:InvoiceCurrencyCode`,
  'BR-55': every('//ram:InvoiceReferencedDocument', 'ram:IssuerAssignedID'),
  'BR-57': every(shipToAddress, 'ram:CountryID'),
  'BR-61': `not(${means}/ram:TypeCode[. = "58"]) or ${settlement}//ram:IBANID != ""`,
  'BR-62': every('//ram:URIUniversalCommunication', 'ram:URIID/@schemeID'),
  'BR-CO-04': every(line, './/ram:ApplicableTradeTax/ram:CategoryCode'),
  'BR-CO-09': `not(//ram:ID[@schemeID = "VA"][not(contains(" ${vatPrefixes} ", ${vatPrefix}))])`,
  'BR-CO-10': `${cents(lineAmounts)} = ${sumOf('LineTotalAmount')}`,
  'BR-CO-12': `${cents(`${charge}/ram:ActualAmount`)} = ${sumOf('ChargeTotalAmount')}`,
  'BR-CO-13': `${sumOf('LineTotalAmount')} + ${sumOf('ChargeTotalAmount')} = ${sumOf('TaxBasisTotalAmount')}`,
  'BR-CO-14': `${cents(`${tax}/ram:CalculatedAmount`)} = ${sumOf('TaxTotalAmount')}`,
  'BR-CO-15': `${sumOf('TaxBasisTotalAmount')} + ${sumOf('TaxTotalAmount')} = ${sumOf('GrandTotalAmount')}`,
  'BR-CO-16': `${sumOf('GrandTotalAmount')} - ${sumOf('TotalPrepaidAmount')} = ${sumOf('DuePayableAmount')}`,
  'BR-CO-18': `count(${tax}) > 0`,
  'BR-CO-25': `${sumOf('DuePayableAmount')} <= 0 or ${terms}`,
  'BR-CO-26': `${seller}/ram:ID or ${seller}/${vatId}`,
  'BR-S-02': `not(${rows}/ram:CategoryCode) or ${seller}/ram:SpecifiedTaxRegistration`,
  'BR-AE-02': `not(${rows}${category('AE')}) or ${buyer}/${vatId}`,
  'BR-IC-02': `not(${rows}${category('K')}) or (${seller}/${vatId} and ${buyer}/${vatId})`,
  'BR-IC-11': `not(${tax}${category('K')}) or ${deliveryDay} or ${period}`,
  'BR-IC-12': `not(${tax}${category('K')}) or ${hasText(`${shipToAddress}/ram:CountryID`)}`,
  'BR-G-02': `not(${rows}${category('G')}) or ${seller}/${vatId}`,
  'BR-CO-19': every(period, 'ram:StartDateTime|ram:EndDateTime'),
  'BR-S-05': `not(${rows}${category('S')}[not(ram:RateApplicablePercent > 0)])`,
  'BR-Z-05': `not(${rows}[ram:CategoryCode != "S"][ram:RateApplicablePercent != 0])`,
  'BR-DEC': `not(//*[contains(name(), "Amount")][string-length(substring-after(., ".")) > 2])`,
  'BR-CL-03': `not(//@currencyID[. != ${settlement}/ram:InvoiceCurrencyCode])`,
  'BR-CL-04': everyIsIn('//ram:InvoiceCurrencyCode', digitsByCurrency.keys()),
  'BR-CL-14': everyIsIn('//ram:CountryID', countries),
  'BR-CL-16': everyIsIn(`${means}/ram:TypeCode`, ['1', '58']),
  'BR-CL-17': everyIsIn('//ram:CategoryCode', Object.values(categories)),
  'BR-CL-22': everyIsIn('//ram:ExemptionReasonCode', Object.values(exemptionCodes)),
  'BR-CL-23': everyIsIn('//@unitCode', ['C62']),
  'BR-CL-25': everyIsIn('//ram:URIUniversalCommunication/ram:URIID/@schemeID', ['EM']),
  'CII-SR-452': `${atMostOne(terms)} and ${atMostOne(`${terms}/ram:Description`)}`,
  'CII-SR-455': atMostOne(`${seller}/ram:DefinedTradeContact`),
  'CII-SR-456': atMostOne(`${buyer}/ram:DefinedTradeContact`),
  'CII-DT-005': 'not((//rsm:ExchangedDocument/ram:ID|//ram:LineID|//ram:SellerAssignedID)/@*)',
  'CII-DT-027': 'not(//ram:FormattedIssueDateTime[not(parent::ram:InvoiceReferencedDocument)])',
  'CII-DT-031': 'not(//*[@currencyID][not(self::ram:TaxTotalAmount)])',
  'CII-DT-037': everyIsIn('(//ram:ApplicableTradeTax|//ram:CategoryTradeTax)/ram:TypeCode', [
    'VAT',
  ]),
  'CII-DT-097': 'not(//udt:DateTimeString[string-length(.) != 8 or not(number(.) > 19000101)])',
}

const price = './/ram:NetPriceProductTradePrice'
const product = `.//ram:BilledQuantity * ${price}/ram:ChargeAmount div ${price}/ram:BasisQuantity`
const difference = `(${product} - .//ram:LineTotalAmount)`
const transfer = `${means}[ram:TypeCode = "58"]`

/** The rules of XRechnung, and those that it takes from Peppol. Their names are of KoSIT. */
export const xrechnungRules: Record<string, string> = {
  'BR-DE-1': means,
  'BR-DE-3': hasText(`${seller}/ram:PostalTradeAddress/ram:CityName`),
  'BR-DE-4': hasText(`${seller}/ram:PostalTradeAddress/ram:PostcodeCode`),
  'BR-DE-5': hasText(`${seller}/ram:DefinedTradeContact/ram:PersonName`),
  'BR-DE-6': hasText(`${seller}//ram:TelephoneUniversalCommunication/ram:CompleteNumber`),
  'BR-DE-7': hasText(`${seller}//ram:EmailURIUniversalCommunication/ram:URIID`),
  'BR-DE-8': hasText(`${buyer}/ram:PostalTradeAddress/ram:CityName`),
  'BR-DE-9': hasText(`${buyer}/ram:PostalTradeAddress/ram:PostcodeCode`),
  'BR-DE-10': every(shipToAddress, 'ram:CityName'),
  'BR-DE-11': every(shipToAddress, 'ram:PostcodeCode'),
  'BR-DE-15': hasText(`${agreement}/ram:BuyerReference`),
  'BR-DE-18': `not(contains(${terms}/ram:Description, "#"))`,
  'BR-DE-18-a': terms,
  'BR-DE-23-a': `not(${transfer}[not(ram:PayeePartyCreditorFinancialAccount)])`,
  'PEPPOL-EN16931-R001': hasText('//ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
  'PEPPOL-EN16931-R010': hasText(`${buyer}/ram:URIUniversalCommunication/ram:URIID`),
  'PEPPOL-EN16931-R020': hasText(`${seller}/ram:URIUniversalCommunication/ram:URIID`),
  'PEPPOL-EN16931-R053': `count(${totals}/ram:TaxTotalAmount) = 1`,
  'PEPPOL-EN16931-R120': `not(${line}[${difference} > 0.02 or ${difference} < -0.02])`,
  'PEPPOL-EN16931-R121': 'not(//ram:BasisQuantity[not(. > 0)])',
}
