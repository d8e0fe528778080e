import type { Language } from '#contract/lib/languages.ts'

type OrderMailTexts = {
  subject: (number: string, store: string) => string
  thanks: string
  received: (number: string) => string
  total: string
  shipping: string
  payment: string
  link: string
}

/** The texts of the mail that confirms an order, in the languages of stores. */
export const orderMailTexts: Record<Language, OrderMailTexts> = {
  en: {
    subject: (number, store) => `Order ${number} at ${store}`,
    thanks: 'Thank you for your order.',
    received: number => `We have received order ${number}:`,
    total: 'Total',
    shipping: 'Delivery',
    payment: 'Payment',
    link: 'View order',
  },
  de: {
    subject: (number, store) => `Bestellung ${number} bei ${store}`,
    thanks: 'Vielen Dank für Ihre Bestellung.',
    received: number => `Wir haben Ihre Bestellung ${number} erhalten:`,
    total: 'Gesamtbetrag',
    shipping: 'Lieferung',
    payment: 'Zahlung',
    link: 'Bestellung ansehen',
  },
  fr: {
    subject: (number, store) => `Commande ${number} chez ${store}`,
    thanks: 'Merci pour votre commande.',
    received: number => `Nous avons bien reçu votre commande ${number} :`,
    total: 'Total',
    shipping: 'Livraison',
    payment: 'Paiement',
    link: 'Voir la commande',
  },
  pt: {
    subject: (number, store) => `Pedido ${number} em ${store}`,
    thanks: 'Agradecemos o seu pedido.',
    received: number => `Recebemos o seu pedido ${number}:`,
    total: 'Total',
    shipping: 'Entrega',
    payment: 'Pagamento',
    link: 'Ver pedido',
  },
  es: {
    subject: (number, store) => `Pedido ${number} en ${store}`,
    thanks: 'Gracias por tu pedido.',
    received: number => `Hemos recibido tu pedido ${number}:`,
    total: 'Total',
    shipping: 'Entrega',
    payment: 'Pago',
    link: 'Ver pedido',
  },
  ar: {
    subject: (number, store) => `الطلب ${number} من ${store}`,
    thanks: 'شكرًا لطلبك.',
    received: number => `لقد استلمنا طلبك ${number}:`,
    total: 'الإجمالي',
    shipping: 'التوصيل',
    payment: 'الدفع',
    link: 'عرض الطلب',
  },
}
