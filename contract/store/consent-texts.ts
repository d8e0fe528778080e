import type { Language } from '../lib/text/languages.ts'
import type { ProductAlertKind } from '../product/product-alert.ts'

/**
 * The sentences that shoppers agree to. The store keeps the one that the form showed with the
 * consent.
 */
export const newsletterConsents: Record<Language, (store: string) => string> = {
  en: store =>
    `I want to receive the newsletter of ${store} by email. I can unsubscribe at any time.`,
  de: store =>
    `Ich möchte den Newsletter von ${store} per E-Mail erhalten. Ich kann mich jederzeit abmelden.`,
  fr: store =>
    `Je souhaite recevoir la newsletter de ${store} par e-mail. Je peux me désabonner à tout moment.`,
  es: store =>
    `Quiero recibir el boletín de ${store} por correo. Puedo darme de baja en cualquier momento.`,
  pt: store =>
    `Quero receber a newsletter de ${store} por e-mail. Posso cancelar a qualquer momento.`,
  ar: store => `أرغب في تلقي النشرة البريدية من ${store}. يمكنني إلغاء الاشتراك في أي وقت.`,
}

export const productAlertConsents: Record<
  Language,
  Record<ProductAlertKind, (store: string) => string>
> = {
  en: {
    stock: store =>
      `I want ${store} to send me one email when this product is back in stock. I can stop it at any time.`,
    price: store =>
      `I want ${store} to send me one email when this product costs less. I can stop it at any time.`,
  },
  de: {
    stock: store =>
      `Ich möchte von ${store} eine E-Mail, wenn dieses Produkt wieder da ist. Ich kann sie jederzeit abbestellen.`,
    price: store =>
      `Ich möchte von ${store} eine E-Mail, wenn dieses Produkt günstiger wird. Ich kann sie jederzeit abbestellen.`,
  },
  fr: {
    stock: store =>
      `Je souhaite recevoir un e-mail de ${store} au retour en stock de ce produit. Je peux y renoncer à tout moment.`,
    price: store =>
      `Je souhaite recevoir un e-mail de ${store} si le prix de ce produit baisse. Je peux y renoncer à tout moment.`,
  },
  es: {
    stock: store =>
      `Quiero recibir un correo de ${store} cuando vuelva este producto. Puedo cancelarlo en cualquier momento.`,
    price: store =>
      `Quiero recibir un correo de ${store} si baja el precio de este producto. Puedo cancelarlo en cualquier momento.`,
  },
  pt: {
    stock: store =>
      `Quero receber um e-mail de ${store} quando este produto voltar ao estoque. Posso cancelar a qualquer momento.`,
    price: store =>
      `Quero receber um e-mail de ${store} se o preço deste produto cair. Posso cancelar a qualquer momento.`,
  },
  ar: {
    stock: store =>
      `أرغب في تلقي رسالة واحدة من ${store} عند توفر هذا المنتج. يمكنني إلغاؤها في أي وقت.`,
    price: store =>
      `أرغب في تلقي رسالة واحدة من ${store} عند انخفاض سعر هذا المنتج. يمكنني إلغاؤها في أي وقت.`,
  },
}
