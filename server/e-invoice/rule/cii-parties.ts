import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { isCiiVatId, toCiiCountry } from './cii-codes.ts'
import { type EInvoiceProfile, isCompleteShipTo } from './e-invoice-profile.ts'
import { createGroup, createText } from './xml-element.ts'

type Party = InvoiceDocument['buyer']

const buildAddress = ({
  postalCode = '',
  line1 = '',
  line2 = '',
  city = '',
  country = '',
}: Address) =>
  createGroup(
    'ram:PostalTradeAddress',
    createText('ram:PostcodeCode', postalCode),
    createText('ram:LineOne', line1),
    createText('ram:LineTwo', line2),
    createText('ram:CityName', city),
    createText('ram:CountryID', toCiiCountry(country)),
  )

const buildEmail = (email: string) =>
  createGroup('ram:URIUniversalCommunication', createText('ram:URIID', email, { schemeID: 'EM' }))

const buildTaxId = (id: string, schemeID: 'VA' | 'FC') =>
  createGroup('ram:SpecifiedTaxRegistration', createText('ram:ID', id, { schemeID }))

/** Tax numbers of countries without VAT IDs are left out. */
const buildVatId = (id: string) => isCiiVatId(id) && buildTaxId(id, 'VA')

/** A seller without a VAT ID is identified by the tax number (BR-CO-26). */
export const buildSeller = (seller: InvoiceDocument['seller']) =>
  createGroup(
    'ram:SellerTradeParty',
    createText('ram:ID', isCiiVatId(seller.vatId) ? '' : seller.taxNumber),
    createText('ram:Name', seller.company),
    createGroup(
      'ram:SpecifiedLegalOrganization',
      createText('ram:TradingBusinessName', seller.name === seller.company ? '' : seller.name),
    ),
    createGroup(
      'ram:DefinedTradeContact',
      createText('ram:PersonName', seller.company),
      createGroup(
        'ram:TelephoneUniversalCommunication',
        createText('ram:CompleteNumber', seller.phone),
      ),
      createGroup('ram:EmailURIUniversalCommunication', createText('ram:URIID', seller.email)),
    ),
    buildAddress(seller.address),
    buildEmail(seller.email),
    buildVatId(seller.vatId),
    buildTaxId(seller.taxNumber, 'FC'),
  )

export const buildBuyer = ({ name, company, vatId, email, address }: Party) =>
  createGroup(
    'ram:BuyerTradeParty',
    createText('ram:Name', company || name),
    createGroup('ram:DefinedTradeContact', createText('ram:PersonName', company ? name : '')),
    buildAddress(address),
    buildEmail(email),
    buildVatId(vatId),
  )

/** Returns the delivery address, if the profile accepts it. */
export const buildShipTo = (shipTo: Address, { name, company }: Party, profile: EInvoiceProfile) =>
  isCompleteShipTo(shipTo, profile)
    ? createGroup(
        'ram:ShipToTradeParty',
        createText('ram:Name', shipTo.name || company || name),
        buildAddress(shipTo),
      )
    : undefined
