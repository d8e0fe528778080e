import type { Language } from '#contract/lib/languages.ts'

export const orderMailKinds = ['received', 'shipped', 'delivered', 'cancelled'] as const
type OrderMailKind = (typeof orderMailKinds)[number]

export type OrderMailTexts = {
  subjects: Record<OrderMailKind, (number: string) => string>
  /** The first sentence. */
  openings: Record<OrderMailKind, string>
  total: string
  shipping: string
  payment: string
  tracking: string
  link: string
}

/** The texts of mails about orders, in the languages of stores. */
export const orderMailTexts: Record<Language, OrderMailTexts> = {
  en: {
    subjects: {
      received: number => `Order ${number} received`,
      shipped: number => `Order ${number} is on its way`,
      delivered: number => `Order ${number} was delivered`,
      cancelled: number => `Order ${number} was canceled`,
    },
    openings: {
      received: 'Thank you for your order. We have received it:',
      shipped: 'We have sent your order.',
      delivered: 'Your order has arrived.',
      cancelled: 'Your order was canceled. If you didn’t expect this, reply to this email.',
    },
    total: 'Total',
    shipping: 'Delivery',
    payment: 'Payment',
    tracking: 'Tracking number',
    link: 'View order',
  },
  de: {
    subjects: {
      received: number => `Bestellung ${number} eingegangen`,
      shipped: number => `Bestellung ${number} ist unterwegs`,
      delivered: number => `Bestellung ${number} wurde zugestellt`,
      cancelled: number => `Bestellung ${number} wurde storniert`,
    },
    openings: {
      received: 'Vielen Dank für Ihre Bestellung. Wir haben sie erhalten:',
      shipped: 'Wir haben Ihre Bestellung verschickt.',
      delivered: 'Ihre Bestellung ist angekommen.',
      cancelled:
        'Ihre Bestellung wurde storniert. Wenn Sie damit nicht gerechnet haben, antworten Sie auf diese E-Mail.',
    },
    total: 'Gesamtbetrag',
    shipping: 'Lieferung',
    payment: 'Zahlung',
    tracking: 'Sendungsnummer',
    link: 'Bestellung ansehen',
  },
  fr: {
    subjects: {
      received: number => `Commande ${number} reçue`,
      shipped: number => `La commande ${number} est en route`,
      delivered: number => `La commande ${number} a été livrée`,
      cancelled: number => `La commande ${number} a été annulée`,
    },
    openings: {
      received: 'Merci pour votre commande. Nous l’avons bien reçue :',
      shipped: 'Nous avons expédié votre commande.',
      delivered: 'Votre commande est arrivée.',
      cancelled:
        'Votre commande a été annulée. Si vous ne vous y attendiez pas, répondez à cet e-mail.',
    },
    total: 'Total',
    shipping: 'Livraison',
    payment: 'Paiement',
    tracking: 'Numéro de suivi',
    link: 'Voir la commande',
  },
  pt: {
    subjects: {
      received: number => `Pedido ${number} recebido`,
      shipped: number => `O pedido ${number} está a caminho`,
      delivered: number => `O pedido ${number} foi entregue`,
      cancelled: number => `O pedido ${number} foi cancelado`,
    },
    openings: {
      received: 'Agradecemos o seu pedido. Nós o recebemos:',
      shipped: 'Enviamos o seu pedido.',
      delivered: 'Seu pedido chegou.',
      cancelled: 'Seu pedido foi cancelado. Se você não esperava por isso, responda a este e-mail.',
    },
    total: 'Total',
    shipping: 'Entrega',
    payment: 'Pagamento',
    tracking: 'Código de rastreamento',
    link: 'Ver pedido',
  },
  es: {
    subjects: {
      received: number => `Pedido ${number} recibido`,
      shipped: number => `El pedido ${number} está en camino`,
      delivered: number => `El pedido ${number} se ha entregado`,
      cancelled: number => `El pedido ${number} se ha cancelado`,
    },
    openings: {
      received: 'Gracias por tu pedido. Lo hemos recibido:',
      shipped: 'Hemos enviado tu pedido.',
      delivered: 'Tu pedido ha llegado.',
      cancelled: 'Tu pedido se ha cancelado. Si no lo esperabas, responde a este correo.',
    },
    total: 'Total',
    shipping: 'Entrega',
    payment: 'Pago',
    tracking: 'Número de seguimiento',
    link: 'Ver pedido',
  },
  ar: {
    subjects: {
      received: number => `تم استلام الطلب ${number}`,
      shipped: number => `الطلب ${number} في الطريق`,
      delivered: number => `تم توصيل الطلب ${number}`,
      cancelled: number => `أُلغي الطلب ${number}`,
    },
    openings: {
      received: 'شكرًا لطلبك. لقد استلمناه:',
      shipped: 'لقد أرسلنا طلبك.',
      delivered: 'لقد وصل طلبك.',
      cancelled: 'أُلغي طلبك. إذا لم تكن تتوقع ذلك، فأجب عن هذه الرسالة.',
    },
    total: 'الإجمالي',
    shipping: 'التوصيل',
    payment: 'الدفع',
    tracking: 'رقم التتبع',
    link: 'عرض الطلب',
  },
}
