import type { Language } from '#contract/lib/text/languages.ts'

type OrderSummaryTexts = {
  summary: string
  notAnInvoice: string
  seller: string
  buyer: string
  item: string
  backToOrder: string
}

/** The texts of the order summary that shoppers print. */
export const orderSummaryTexts: Record<Language, OrderSummaryTexts> = {
  en: {
    summary: 'Order summary',
    notAnInvoice: 'This summary is not an invoice.',
    seller: 'Seller',
    buyer: 'Customer',
    item: 'Item',
    backToOrder: 'Back to the order',
  },
  de: {
    summary: 'Bestellübersicht',
    notAnInvoice: 'Diese Übersicht ist keine Rechnung.',
    seller: 'Verkäufer',
    buyer: 'Kunde',
    item: 'Artikel',
    backToOrder: 'Zurück zur Bestellung',
  },
  fr: {
    summary: 'Récapitulatif de commande',
    notAnInvoice: 'Ce récapitulatif n’est pas une facture.',
    seller: 'Vendeur',
    buyer: 'Client',
    item: 'Article',
    backToOrder: 'Retour à la commande',
  },
  es: {
    summary: 'Resumen del pedido',
    notAnInvoice: 'Este resumen no es una factura.',
    seller: 'Vendedor',
    buyer: 'Cliente',
    item: 'Artículo',
    backToOrder: 'Volver al pedido',
  },
  pt: {
    summary: 'Resumo do pedido',
    notAnInvoice: 'Este resumo não é uma nota fiscal.',
    seller: 'Vendedor',
    buyer: 'Cliente',
    item: 'Item',
    backToOrder: 'Voltar ao pedido',
  },
  ar: {
    summary: 'ملخص الطلب',
    notAnInvoice: 'هذا الملخص ليس فاتورة.',
    seller: 'البائع',
    buyer: 'العميل',
    item: 'المنتج',
    backToOrder: 'العودة إلى الطلب',
  },
}
