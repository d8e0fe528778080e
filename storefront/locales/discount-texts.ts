import type { Language } from '#contract/lib/text/languages.ts'
import type { DiscountProblem } from '#contract/product/discount.ts'

type DiscountTexts = {
  code: string
  apply: string
  applied: string
  problems: Record<DiscountProblem, string>
}

/** The texts of the discount code at the checkout. */
export const discountTexts: Record<Language, DiscountTexts> = {
  en: {
    code: 'Discount code',
    apply: 'Apply',
    applied: 'The code is applied to your order.',
    problems: {
      unknown_discount: 'This code doesn’t exist. Check the spelling.',
      discount_expired: 'This code has expired.',
      discount_used_up: 'This code has been used up.',
      discount_used_by_you: 'You’ve already used this code.',
      discount_for_other_products: 'This code doesn’t apply to the items in your cart.',
      discount_for_other_customers:
        'This code is for certain customers. Enter the email address of your customer account.',
      discount_minimum: 'Your cart doesn’t reach the minimum for this code yet.',
      discount_not_combinable:
        'Another discount saves you more. It can’t be combined with this code.',
    },
  },
  de: {
    code: 'Rabattcode',
    apply: 'Einlösen',
    applied: 'Der Code wird auf Ihre Bestellung angewendet.',
    problems: {
      unknown_discount: 'Diesen Code gibt es nicht. Prüfen Sie die Schreibweise.',
      discount_expired: 'Dieser Code ist abgelaufen.',
      discount_used_up: 'Dieser Code wurde bereits vollständig eingelöst.',
      discount_used_by_you: 'Sie haben diesen Code bereits eingelöst.',
      discount_for_other_products: 'Dieser Code gilt nicht für die Artikel in Ihrem Warenkorb.',
      discount_for_other_customers:
        'Dieser Code gilt nur für bestimmte Kunden. Geben Sie die E-Mail-Adresse Ihres Kundenkontos ein.',
      discount_minimum: 'Ihr Warenkorb erreicht den Mindestwert für diesen Code noch nicht.',
      discount_not_combinable:
        'Mit einem anderen Rabatt sparen Sie mehr. Er lässt sich nicht mit diesem Code kombinieren.',
    },
  },
  fr: {
    code: 'Code de réduction',
    apply: 'Appliquer',
    applied: 'Le code est appliqué à votre commande.',
    problems: {
      unknown_discount: 'Ce code n’existe pas. Vérifiez l’orthographe.',
      discount_expired: 'Ce code a expiré.',
      discount_used_up: 'Ce code a atteint sa limite d’utilisation.',
      discount_used_by_you: 'Vous avez déjà utilisé ce code.',
      discount_for_other_products: 'Ce code ne s’applique pas aux articles de votre panier.',
      discount_for_other_customers:
        'Ce code est réservé à certains clients. Saisissez l’adresse e-mail de votre compte client.',
      discount_minimum: 'Votre panier n’atteint pas encore le minimum pour ce code.',
      discount_not_combinable:
        'Une autre réduction vous fait économiser davantage. Elle n’est pas cumulable avec ce code.',
    },
  },
  es: {
    code: 'Código de descuento',
    apply: 'Aplicar',
    applied: 'El código se aplica a tu pedido.',
    problems: {
      unknown_discount: 'Este código no existe. Comprueba que esté bien escrito.',
      discount_expired: 'Este código ha caducado.',
      discount_used_up: 'Este código ya se ha agotado.',
      discount_used_by_you: 'Ya has utilizado este código.',
      discount_for_other_products: 'Este código no es válido para los artículos de tu carrito.',
      discount_for_other_customers:
        'Este código es solo para algunos clientes. Introduce el correo de tu cuenta de cliente.',
      discount_minimum: 'Tu carrito aún no alcanza el mínimo para este código.',
      discount_not_combinable:
        'Con otro descuento ahorras más. No se puede combinar con este código.',
    },
  },
  pt: {
    code: 'Código de desconto',
    apply: 'Aplicar',
    applied: 'O código foi aplicado ao seu pedido.',
    problems: {
      unknown_discount: 'Este código não existe. Verifique se está escrito corretamente.',
      discount_expired: 'Este código expirou.',
      discount_used_up: 'Este código já foi totalmente utilizado.',
      discount_used_by_you: 'Você já usou este código.',
      discount_for_other_products: 'Este código não vale para os itens do seu carrinho.',
      discount_for_other_customers:
        'Este código vale só para alguns clientes. Informe o e-mail do seu cadastro.',
      discount_minimum: 'Seu carrinho ainda não atinge o mínimo para este código.',
      discount_not_combinable:
        'Com outro desconto você economiza mais. Ele não pode ser combinado com este código.',
    },
  },
  ar: {
    code: 'رمز الخصم',
    apply: 'تطبيق',
    applied: 'تم تطبيق الرمز على طلبك.',
    problems: {
      unknown_discount: 'هذا الرمز غير موجود. تحقق من كتابته.',
      discount_expired: 'انتهت صلاحية هذا الرمز.',
      discount_used_up: 'استُنفدت مرات استخدام هذا الرمز.',
      discount_used_by_you: 'لقد استخدمت هذا الرمز من قبل.',
      discount_for_other_products: 'لا ينطبق هذا الرمز على المنتجات في سلتك.',
      discount_for_other_customers:
        'هذا الرمز مخصص لعملاء محددين. أدخل البريد الإلكتروني المسجل لحسابك.',
      discount_minimum: 'لم تبلغ سلتك بعد الحد الأدنى لهذا الرمز.',
      discount_not_combinable: 'هناك خصم آخر يوفر لك أكثر، ولا يمكن جمعه مع هذا الرمز.',
    },
  },
}
