import type { Language } from '#contract/lib/text/languages.ts'

type ProductAlertMailTexts = {
  request: {
    subject: (product: string) => string
    text: string
    link: string
    ignore: string
  }
  stock: (product: string) => string
  price: (product: string) => string
  stockText: string
  priceText: string
  link: string
  ended: string
  unsubscribe: string
}

export const productAlertMailTexts: Record<Language, ProductAlertMailTexts> = {
  en: {
    request: {
      subject: product => `Confirm your request: ${product}`,
      text: 'Confirm your email, and we’ll send you one email. You agreed to this:',
      link: 'Confirm email',
      ignore: 'If you didn’t request this, ignore this email. You won’t receive another one.',
    },
    stock: product => `Back in stock: ${product}`,
    price: product => `Lower price: ${product}`,
    stockText: 'You asked for an email when this product is back in stock. It’s available now.',
    priceText: 'You asked for an email when this product costs less. This is the new price.',
    link: 'View product',
    ended: 'This is the only email about your request.',
    unsubscribe: 'Stop all product emails',
  },
  de: {
    request: {
      subject: product => `Anfrage bestätigen: ${product}`,
      text: 'Bestätigen Sie Ihre E-Mail-Adresse, dann geben wir Ihnen einmal Bescheid. Sie haben zugestimmt:',
      link: 'E-Mail bestätigen',
      ignore:
        'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Sie erhalten dann keine weitere.',
    },
    stock: product => `Wieder verfügbar: ${product}`,
    price: product => `Preis gesenkt: ${product}`,
    stockText:
      'Sie wollten wissen, wann dieses Produkt wieder verfügbar ist. Sie können es jetzt bestellen.',
    priceText: 'Sie wollten wissen, wann dieses Produkt günstiger wird. Das ist der neue Preis.',
    link: 'Produkt ansehen',
    ended: 'Dies ist die einzige E-Mail zu Ihrer Anfrage.',
    unsubscribe: 'Alle Produkt-E-Mails abbestellen',
  },
  fr: {
    request: {
      subject: product => `Confirmez votre demande : ${product}`,
      text: 'Confirmez votre e-mail et nous vous préviendrons une seule fois. Vous avez accepté ceci :',
      link: 'Confirmer l’e-mail',
      ignore: 'Si vous ne l’avez pas demandé, ignorez cet e-mail. Vous n’en recevrez pas d’autre.',
    },
    stock: product => `De retour en stock : ${product}`,
    price: product => `Prix en baisse : ${product}`,
    stockText:
      'Vous souhaitiez savoir quand ce produit serait de retour en stock. Il est disponible.',
    priceText:
      'Vous souhaitiez savoir quand le prix de ce produit baisserait. Voici son nouveau prix.',
    link: 'Voir le produit',
    ended: 'C’est le seul e-mail lié à votre demande.',
    unsubscribe: 'Arrêter tous les e-mails sur les produits',
  },
  es: {
    request: {
      subject: product => `Confirma tu solicitud: ${product}`,
      text: 'Confirma tu correo y te avisaremos una sola vez. Aceptaste lo siguiente:',
      link: 'Confirmar correo',
      ignore: 'Si no lo pediste, ignora este correo. No recibirás ningún otro.',
    },
    stock: product => `Disponible de nuevo: ${product}`,
    price: product => `Precio rebajado: ${product}`,
    stockText:
      'Querías saber cuándo volvería a estar disponible este producto. Ya puedes comprarlo.',
    priceText: 'Querías saber cuándo bajaría el precio de este producto. Este es el nuevo precio.',
    link: 'Ver producto',
    ended: 'Este es el único correo sobre tu solicitud.',
    unsubscribe: 'Detener todos los correos de productos',
  },
  pt: {
    request: {
      subject: product => `Confirme seu pedido de aviso: ${product}`,
      text: 'Confirme seu e-mail e avisaremos uma única vez. Você concordou com isto:',
      link: 'Confirmar e-mail',
      ignore: 'Se você não pediu, ignore este e-mail. Você não receberá outro.',
    },
    stock: product => `De volta ao estoque: ${product}`,
    price: product => `Preço menor: ${product}`,
    stockText: 'Você queria saber quando este produto voltaria ao estoque. Ele já está disponível.',
    priceText: 'Você queria saber quando o preço deste produto cairia. Este é o novo preço.',
    link: 'Ver produto',
    ended: 'Este é o único e-mail sobre o seu pedido de aviso.',
    unsubscribe: 'Parar todos os e-mails de produtos',
  },
  ar: {
    request: {
      subject: product => `تأكيد طلبك: ${product}`,
      text: 'أكّد بريدك الإلكتروني وسنخبرك مرة واحدة. وافقت على ما يلي:',
      link: 'تأكيد البريد الإلكتروني',
      ignore: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة ولن تصلك رسالة أخرى.',
    },
    stock: product => `متوفر من جديد: ${product}`,
    price: product => `سعر أقل: ${product}`,
    stockText: 'طلبت أن نخبرك عند توفر هذا المنتج. إنه متوفر الآن.',
    priceText: 'طلبت أن نخبرك عند انخفاض سعر هذا المنتج. هذا هو السعر الجديد.',
    link: 'عرض المنتج',
    ended: 'هذه هي الرسالة الوحيدة عن طلبك.',
    unsubscribe: 'إيقاف كل رسائل المنتجات',
  },
}
