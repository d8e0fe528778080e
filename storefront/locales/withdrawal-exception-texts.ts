import type { Language } from '#contract/lib/text/languages.ts'
import type { WithdrawalException } from '#contract/product/product-checkout.ts'

type Reason = Exclude<WithdrawalException, 'none'>
type WithdrawalExceptionTexts = Record<Reason | 'excludedItems', string>

/** The texts about goods that the right of withdrawal does not cover. */
export const withdrawalExceptionTexts: Record<Language, WithdrawalExceptionTexts> = {
  en: {
    customMade: "This product is made to order, so you can't withdraw from its purchase.",
    perishable: "This product is perishable, so you can't withdraw from its purchase.",
    hygiene: "You can't withdraw from the purchase once the hygiene seal is broken.",
    digital: 'You lose the right of withdrawal when the download starts.',
    excludedItems: 'The right of withdrawal does not cover:',
  },
  de: {
    customMade:
      'Dieses Produkt wird nach Ihren Wünschen angefertigt. Es besteht kein Widerrufsrecht.',
    perishable: 'Dieses Produkt ist verderblich. Es besteht kein Widerrufsrecht.',
    hygiene: 'Das Widerrufsrecht erlischt, sobald das Hygienesiegel gebrochen ist.',
    digital: 'Das Widerrufsrecht erlischt, sobald der Download beginnt.',
    excludedItems: 'Kein Widerrufsrecht besteht für:',
  },
  fr: {
    customMade: 'Ce produit est fabriqué sur mesure : le droit de rétractation ne s’applique pas.',
    perishable: 'Ce produit est périssable : le droit de rétractation ne s’applique pas.',
    hygiene: 'Le droit de rétractation prend fin dès que le sceau d’hygiène est rompu.',
    digital: 'Le droit de rétractation prend fin dès que le téléchargement commence.',
    excludedItems: 'Le droit de rétractation ne s’applique pas à :',
  },
  es: {
    customMade: 'Este producto se hace por encargo, por lo que no hay derecho de desistimiento.',
    perishable: 'Este producto es perecedero, por lo que no hay derecho de desistimiento.',
    hygiene: 'El derecho de desistimiento termina al romper el precinto de higiene.',
    digital: 'El derecho de desistimiento termina cuando empieza la descarga.',
    excludedItems: 'El derecho de desistimiento no cubre:',
  },
  pt: {
    customMade: 'Este produto é feito sob encomenda e não permite desistir da compra.',
    perishable: 'Este produto é perecível e não permite desistir da compra.',
    hygiene: 'O direito de arrependimento termina quando o lacre de higiene é rompido.',
    digital: 'O direito de arrependimento termina quando o download começa.',
    excludedItems: 'O direito de arrependimento não cobre:',
  },
  ar: {
    customMade: 'هذا المنتج مصنوع حسب الطلب، لذا لا يمكن العدول عن شرائه.',
    perishable: 'هذا المنتج سريع التلف، لذا لا يمكن العدول عن شرائه.',
    hygiene: 'لا يمكن العدول عن الشراء بعد فتح ختم النظافة.',
    digital: 'ينتهي حق العدول عند بدء التنزيل.',
    excludedItems: 'لا يشمل حق العدول:',
  },
}
