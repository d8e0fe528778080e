import type { Language } from '#contract/lib/text/languages.ts'

type LatePaymentTexts = {
  subject: (store: string) => string
  heading: string
  /** `amount` is formatted with its currency. */
  text: (amount: string) => string
  refund: string
  link: string
}

/** The texts of the email about a payment that arrived too late. */
export const latePaymentTexts: Record<Language, LatePaymentTexts> = {
  en: {
    subject: store => `Your payment to ${store} was refunded`,
    heading: 'Your payment arrived too late',
    text: amount => `We received ${amount}, but the items were sold or ordered in the meantime.`,
    refund: 'We’ve refunded the full amount. Your bank can take a few days to show it.',
    link: 'Visit the store',
  },
  de: {
    subject: store => `Ihre Zahlung an ${store} wurde erstattet`,
    heading: 'Ihre Zahlung kam zu spät',
    text: amount =>
      `Wir haben ${amount} erhalten, aber die Artikel wurden inzwischen verkauft oder bestellt.`,
    refund:
      'Wir haben den vollen Betrag erstattet. Bis er auf Ihrem Konto erscheint, können einige Tage vergehen.',
    link: 'Zum Shop',
  },
  fr: {
    subject: store => `Votre paiement à ${store} a été remboursé`,
    heading: 'Votre paiement est arrivé trop tard',
    text: amount =>
      `Nous avons reçu ${amount}, mais les articles ont été vendus ou commandés entre-temps.`,
    refund:
      'Nous avons remboursé la totalité du montant. Votre banque peut mettre quelques jours à l’afficher.',
    link: 'Voir la boutique',
  },
  es: {
    subject: store => `Tu pago a ${store} se ha reembolsado`,
    heading: 'Tu pago llegó demasiado tarde',
    text: amount =>
      `Hemos recibido ${amount}, pero los artículos se vendieron o se pidieron mientras tanto.`,
    refund: 'Hemos reembolsado el importe completo. Tu banco puede tardar unos días en mostrarlo.',
    link: 'Ir a la tienda',
  },
  pt: {
    subject: store => `Seu pagamento para ${store} foi reembolsado`,
    heading: 'Seu pagamento chegou tarde demais',
    text: amount => `Recebemos ${amount}, mas os itens foram vendidos ou pedidos nesse meio-tempo.`,
    refund: 'Reembolsamos o valor total. Seu banco pode levar alguns dias para mostrá-lo.',
    link: 'Visitar a loja',
  },
  ar: {
    subject: store => `رُدّ المبلغ الذي دفعته إلى ${store}`,
    heading: 'وصلت دفعتك متأخرة',
    text: amount => `استلمنا ${amount}، لكن المنتجات بيعت أو طُلبت في هذه الأثناء.`,
    refund: 'أعدنا المبلغ كاملًا، وقد يستغرق ظهوره في حسابك البنكي بضعة أيام.',
    link: 'زيارة المتجر',
  },
}
