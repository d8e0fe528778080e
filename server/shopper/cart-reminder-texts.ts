import type { Language } from '#contract/lib/text/languages.ts'

type CartReminderTexts = {
  subject: (store: string) => string
  heading: string
  text: string
  link: string
  reason: string
  unsubscribe: string
}

/** The texts of reminders of carts, in the languages of stores. */
export const cartReminderTexts: Record<Language, CartReminderTexts> = {
  en: {
    subject: store => `Your cart at ${store}`,
    heading: 'Your cart is waiting for you',
    text: 'You left these products in your cart:',
    link: 'Open cart',
    reason: 'You receive this email because you asked for a reminder at checkout.',
    unsubscribe: 'Stop emails about this cart',
  },
  de: {
    subject: store => `Ihr Warenkorb bei ${store}`,
    heading: 'Ihr Warenkorb wartet auf Sie',
    text: 'Diese Produkte liegen noch in Ihrem Warenkorb:',
    link: 'Warenkorb öffnen',
    reason: 'Sie erhalten diese E-Mail, weil Sie an der Kasse um eine Erinnerung gebeten haben.',
    unsubscribe: 'E-Mails zu diesem Warenkorb abbestellen',
  },
  fr: {
    subject: store => `Votre panier chez ${store}`,
    heading: 'Votre panier vous attend',
    text: 'Vous avez laissé ces produits dans votre panier :',
    link: 'Ouvrir le panier',
    reason: 'Vous recevez cet e-mail car vous avez demandé un rappel lors du paiement.',
    unsubscribe: 'Ne plus recevoir d’e-mails sur ce panier',
  },
  es: {
    subject: store => `Tu carrito en ${store}`,
    heading: 'Tu carrito te espera',
    text: 'Dejaste estos productos en tu carrito:',
    link: 'Abrir carrito',
    reason: 'Recibes este correo porque pediste un recordatorio al finalizar la compra.',
    unsubscribe: 'No recibir más correos sobre este carrito',
  },
  pt: {
    subject: store => `Seu carrinho em ${store}`,
    heading: 'Seu carrinho espera por você',
    text: 'Você deixou estes produtos no carrinho:',
    link: 'Abrir carrinho',
    reason: 'Você recebe este e-mail porque pediu um lembrete no checkout.',
    unsubscribe: 'Não receber mais e-mails sobre este carrinho',
  },
  ar: {
    subject: store => `سلتك في ${store}`,
    heading: 'سلتك في انتظارك',
    text: 'تركت هذه المنتجات في سلتك:',
    link: 'فتح السلة',
    reason: 'تصلك هذه الرسالة لأنك طلبت تذكيرًا عند إتمام الشراء.',
    unsubscribe: 'إيقاف الرسائل عن هذه السلة',
  },
}
