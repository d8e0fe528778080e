import type { Language } from '#contract/lib/text/languages.ts'
import type { ProductAlertKind } from '#contract/product/product-alert.ts'

type MailLinkTexts = Record<'title' | 'text' | 'button' | 'doneTitle' | 'doneText', string>
type ProductAlertTexts = {
  /** The title of the form. */
  titles: Record<ProductAlertKind, string>
  send: string
  sentTitle: string
  sentText: string
  backToProduct: string
  mailLinks: { confirmAlert: MailLinkTexts; stopAlert: MailLinkTexts }
}

/** The texts of the emails about a product that shoppers ask for. */
export const productAlertTexts: Record<Language, ProductAlertTexts> = {
  en: {
    titles: { stock: 'Email me when it’s back', price: 'Email me when the price drops' },
    send: 'Email me',
    sentTitle: 'Check your inbox',
    sentText: 'We sent you an email. Confirm it, and we’ll let you know.',
    backToProduct: 'Back to the product',
    mailLinks: {
      confirmAlert: {
        title: 'Confirm your request',
        text: 'You’ll receive one email about this product.',
        button: 'Confirm',
        doneTitle: 'You’re on the list',
        doneText: 'We’ll send you one email about this product.',
      },
      stopAlert: {
        title: 'Stop product emails',
        text: 'You won’t receive emails about products anymore.',
        button: 'Stop emails',
        doneTitle: 'Emails stopped',
        doneText: 'You won’t receive emails about products anymore.',
      },
    },
  },
  de: {
    titles: {
      stock: 'Benachrichtigen, wenn wieder verfügbar',
      price: 'Benachrichtigen, wenn der Preis sinkt',
    },
    send: 'E-Mail anfordern',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sentText:
      'Wir haben Ihnen eine E-Mail gesendet. Bestätigen Sie sie, dann geben wir Ihnen Bescheid.',
    backToProduct: 'Zurück zum Produkt',
    mailLinks: {
      confirmAlert: {
        title: 'Anfrage bestätigen',
        text: 'Sie erhalten dann eine einzige E-Mail zu diesem Produkt.',
        button: 'Bestätigen',
        doneTitle: 'Wir geben Ihnen Bescheid',
        doneText: 'Sie erhalten eine einzige E-Mail zu diesem Produkt.',
      },
      stopAlert: {
        title: 'Produkt-E-Mails abbestellen',
        text: 'Sie erhalten dann keine E-Mails mehr zu Produkten, die Sie vorgemerkt haben.',
        button: 'Abbestellen',
        doneTitle: 'E-Mails abbestellt',
        doneText: 'Sie erhalten keine E-Mails mehr zu Produkten, die Sie vorgemerkt haben.',
      },
    },
  },
  fr: {
    titles: {
      stock: 'M’avertir du retour en stock',
      price: 'M’avertir si le prix baisse',
    },
    send: 'M’avertir',
    sentTitle: 'Consultez votre boîte de réception',
    sentText: 'Nous vous avons envoyé un e-mail. Confirmez-le et nous vous préviendrons.',
    backToProduct: 'Retour au produit',
    mailLinks: {
      confirmAlert: {
        title: 'Confirmer votre demande',
        text: 'Vous recevrez un seul e-mail sur ce produit.',
        button: 'Confirmer',
        doneTitle: 'Demande confirmée',
        doneText: 'Vous recevrez un seul e-mail sur ce produit.',
      },
      stopAlert: {
        title: 'Arrêter les e-mails sur les produits',
        text: 'Vous ne recevrez plus d’e-mails sur les produits que vous suivez.',
        button: 'Arrêter les e-mails',
        doneTitle: 'E-mails arrêtés',
        doneText: 'Vous ne recevrez plus d’e-mails sur les produits que vous suivez.',
      },
    },
  },
  es: {
    titles: {
      stock: 'Avísame cuando vuelva',
      price: 'Avísame si baja el precio',
    },
    send: 'Avísame',
    sentTitle: 'Revisa tu correo',
    sentText: 'Te hemos enviado un correo. Confírmalo y te avisaremos.',
    backToProduct: 'Volver al producto',
    mailLinks: {
      confirmAlert: {
        title: 'Confirmar tu solicitud',
        text: 'Recibirás un solo correo sobre este producto.',
        button: 'Confirmar',
        doneTitle: 'Solicitud confirmada',
        doneText: 'Recibirás un solo correo sobre este producto.',
      },
      stopAlert: {
        title: 'Detener correos de productos',
        text: 'Ya no recibirás correos sobre los productos que sigues.',
        button: 'Detener correos',
        doneTitle: 'Correos detenidos',
        doneText: 'Ya no recibirás correos sobre los productos que sigues.',
      },
    },
  },
  pt: {
    titles: {
      stock: 'Avise-me quando voltar',
      price: 'Avise-me se o preço cair',
    },
    send: 'Avise-me',
    sentTitle: 'Verifique seu e-mail',
    sentText: 'Enviamos um e-mail para você. Confirme-o e avisaremos.',
    backToProduct: 'Voltar ao produto',
    mailLinks: {
      confirmAlert: {
        title: 'Confirmar seu pedido de aviso',
        text: 'Você receberá um único e-mail sobre este produto.',
        button: 'Confirmar',
        doneTitle: 'Aviso confirmado',
        doneText: 'Você receberá um único e-mail sobre este produto.',
      },
      stopAlert: {
        title: 'Parar e-mails de produtos',
        text: 'Você não receberá mais e-mails sobre os produtos que acompanha.',
        button: 'Parar e-mails',
        doneTitle: 'E-mails interrompidos',
        doneText: 'Você não receberá mais e-mails sobre os produtos que acompanha.',
      },
    },
  },
  ar: {
    titles: {
      stock: 'أخبرني عند توفره',
      price: 'أخبرني عند انخفاض السعر',
    },
    send: 'أخبرني',
    sentTitle: 'تحقق من بريدك',
    sentText: 'أرسلنا إليك رسالة. أكّدها وسنخبرك.',
    backToProduct: 'العودة إلى المنتج',
    mailLinks: {
      confirmAlert: {
        title: 'تأكيد طلبك',
        text: 'ستصلك رسالة واحدة عن هذا المنتج.',
        button: 'تأكيد',
        doneTitle: 'تم تأكيد طلبك',
        doneText: 'ستصلك رسالة واحدة عن هذا المنتج.',
      },
      stopAlert: {
        title: 'إيقاف رسائل المنتجات',
        text: 'لن تصلك رسائل عن المنتجات التي تتابعها بعد الآن.',
        button: 'إيقاف الرسائل',
        doneTitle: 'تم إيقاف الرسائل',
        doneText: 'لن تصلك رسائل عن المنتجات التي تتابعها بعد الآن.',
      },
    },
  },
}
