import type { Language } from '#contract/lib/text/languages.ts'

type OrderSummaryTexts = {
  receiptSubject: (store: string) => string
  receiptHeading: string
  receiptText: string
  notYours: string
  visitStore: string
  storeSubject: (count: number) => string
  storeText: string
  viewOrders: string
}

/** The texts of the emails about several orders: to their shopper, and to the store. */
export const orderSummaryTexts: Record<Language, OrderSummaryTexts> = {
  en: {
    receiptSubject: store => `More orders at ${store}`,
    receiptHeading: 'More orders with your email',
    receiptText:
      'These orders followed your first ten orders of the day. The page of each order has all details.',
    notYours: 'If these orders aren’t yours, reply to this email.',
    visitStore: 'Visit the store',
    storeSubject: count => `${count} new orders in one hour`,
    storeText:
      'Your store received many orders, so you get this summary instead of an email about each one.',
    viewOrders: 'View orders',
  },
  de: {
    receiptSubject: store => `Weitere Bestellungen bei ${store}`,
    receiptHeading: 'Weitere Bestellungen mit Ihrer E-Mail',
    receiptText:
      'Diese Bestellungen folgten auf Ihre ersten zehn des Tages. Die Seite jeder Bestellung zeigt alle Angaben.',
    notYours: 'Wenn diese Bestellungen nicht von Ihnen sind, antworten Sie auf diese E-Mail.',
    visitStore: 'Zum Shop',
    storeSubject: count => `${count} neue Bestellungen in einer Stunde`,
    storeText:
      'Ihr Shop hat viele Bestellungen erhalten. Sie bekommen deshalb diese Übersicht statt einzelner E-Mails.',
    viewOrders: 'Bestellungen ansehen',
  },
  fr: {
    receiptSubject: store => `Autres commandes chez ${store}`,
    receiptHeading: 'Autres commandes avec votre e-mail',
    receiptText:
      'Ces commandes suivent vos dix premières du jour. La page de chaque commande contient tous les détails.',
    notYours: 'Si ces commandes ne sont pas les vôtres, répondez à cet e-mail.',
    visitStore: 'Voir la boutique',
    storeSubject: count => `${count} nouvelles commandes en une heure`,
    storeText:
      'Votre boutique a reçu de nombreuses commandes. Ce résumé remplace un e-mail pour chacune.',
    viewOrders: 'Voir les commandes',
  },
  es: {
    receiptSubject: store => `Más pedidos en ${store}`,
    receiptHeading: 'Más pedidos con tu correo',
    receiptText:
      'Estos pedidos siguieron a tus diez primeros del día. La página de cada pedido contiene todos los detalles.',
    notYours: 'Si estos pedidos no son tuyos, responde a este correo.',
    visitStore: 'Ver la tienda',
    storeSubject: count => `${count} pedidos nuevos en una hora`,
    storeText:
      'Tu tienda recibió muchos pedidos, así que recibes este resumen en lugar de un correo por cada uno.',
    viewOrders: 'Ver pedidos',
  },
  pt: {
    receiptSubject: store => `Mais pedidos em ${store}`,
    receiptHeading: 'Mais pedidos com seu e-mail',
    receiptText:
      'Estes pedidos vieram depois dos seus dez primeiros do dia. A página de cada pedido tem todos os detalhes.',
    notYours: 'Se estes pedidos não são seus, responda a este e-mail.',
    visitStore: 'Ver a loja',
    storeSubject: count => `${count} novos pedidos em uma hora`,
    storeText:
      'Sua loja recebeu muitos pedidos, por isso você recebe este resumo em vez de um e-mail para cada um.',
    viewOrders: 'Ver pedidos',
  },
  ar: {
    receiptSubject: store => `طلبات أخرى من ${store}`,
    receiptHeading: 'طلبات أخرى ببريدك الإلكتروني',
    receiptText: 'جاءت هذه الطلبات بعد أول عشرة طلبات لك اليوم. تجد كل التفاصيل في صفحة كل طلب.',
    notYours: 'إذا لم تكن هذه الطلبات لك، فردّ على هذه الرسالة.',
    visitStore: 'زيارة المتجر',
    storeSubject: count => `الطلبات الجديدة خلال ساعة: ${count}`,
    storeText: 'تلقّى متجرك طلبات كثيرة، لذا تصلك هذه الخلاصة بدلًا من رسالة لكل طلب.',
    viewOrders: 'عرض الطلبات',
  },
}
