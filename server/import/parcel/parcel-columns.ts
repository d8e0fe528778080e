import type { ImportFormat } from '#contract/import/import.ts'
import type { MatchableParcelField } from '#contract/import/import-match.ts'
import { indexHeaderKeys, toHeaderKey } from '../file/header-key.ts'
import { ImportFileError } from '../import-problem.ts'

/** The headers of each field in the exports of carriers and in spreadsheets. */
const parcelHeaders: Record<MatchableParcelField, string> = {
  orderNumber: `
    order, order number, order no, order id, order name, name, reference, your reference,
    customer reference, shipment reference, reference number, bestellung, bestellnummer,
    bestellnr, auftragsnummer, auftragsnr, referenz, sendungsreferenz, kundenreferenz, commande,
    numéro de commande, n° de commande, référence, pedido, número de pedido, nº de pedido,
    referencia, referência, الطلب, رقم الطلب, المرجع`,
  trackingNumber: `
    tracking, tracking number, tracking no, tracking code, tracking id, parcel number,
    shipment number, consignment number, awb, waybill, air waybill, barcode, sendungsnummer,
    sendungsnr, paketnummer, paketnr, trackingnummer, numéro de suivi, n° de suivi, suivi,
    numéro de colis, número de seguimiento, seguimiento, código de seguimiento,
    localizador, número de rastreamento, código de rastreio, código de rastreamento, rastreio,
    رقم التتبع, التتبع, رقم الشحنة`,
  carrier: `
    carrier, tracking company, shipping company, courier, shipper, shipping carrier,
    versanddienstleister, versender, paketdienst, transporteur, transportista, empresa de envío,
    transportadora, شركة الشحن, الناقل`,
  box: `
    box, package, packaging, package type, parcel type, karton, verpackung, versandkarton, paketart,
    carton, emballage, colis, caja, embalaje, tipo de paquete, caixa, embalagem, الصندوق, التغليف`,
  sku: `
    sku, item sku, lineitem sku, item, item number, article number, artikelnummer, artikelnr,
    référence article, código de artículo, código do item, رمز المنتج`,
  quantity: `
    quantity, qty, units, item quantity, lineitem quantity, menge, anzahl, stück, stückzahl,
    quantité, cantidad, quantidade, الكمية`,
}
const fieldByKey = indexHeaderKeys<MatchableParcelField>(parcelHeaders)

/** Returns the field that each column seems to hold. */
export function guessParcelFields(header: readonly string[]): (MatchableParcelField | null)[] {
  const guesses: (MatchableParcelField | null)[] = []
  for (const name of header) {
    const field = fieldByKey.get(toHeaderKey(name))
    guesses.push(field && !guesses.includes(field) ? field : null)
  }
  return guesses
}

/** Returns whether the columns have orders with tracking numbers. */
export function isParcelHeader(header: readonly string[]): boolean {
  const fields = guessParcelFields(header)
  return fields.includes('orderNumber') && fields.includes('trackingNumber')
}

/**
 * Tracking numbers have no known formats.
 * @throws ImportFileError for products
 */
export function detectParcelFormat(header: readonly string[]): ImportFormat {
  const keys = header.map(toHeaderKey)
  if (keys.includes(toHeaderKey('variant price')))
    throw new ImportFileError('import_is_product_file')
  return 'spreadsheet'
}
