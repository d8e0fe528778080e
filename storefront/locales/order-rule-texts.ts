import type { Language } from '#contract/lib/text/languages.ts'

type OrderRuleTexts = {
  acceptTerms: string
  acceptTermsFirst: string
  minimum: (minimum: string, missing: string) => string
  signInFirst: string
  signInForDiscount: string
  signIn: string
}

/** The texts about what a store demands of its orders. */
export const orderRuleTexts: Record<Language, OrderRuleTexts> = {
  en: {
    acceptTerms: 'I accept the terms of this store.',
    acceptTermsFirst: 'Accept the terms to place your order.',
    minimum: (minimum, missing) =>
      `The minimum order is ${minimum}. Add products for ${missing} to check out.`,
    signInFirst: 'This store takes orders from customers who sign in.',
    signInForDiscount: 'Some customers get a discount when they sign in.',
    signIn: 'Sign in',
  },
  de: {
    acceptTerms: 'Ich stimme den AGB dieses Shops zu.',
    acceptTermsFirst: 'Stimmen Sie den AGB zu, um zu bestellen.',
    minimum: (minimum, missing) =>
      `Der Mindestbestellwert beträgt ${minimum}. Es fehlen noch ${missing}.`,
    signInFirst: 'In diesem Shop bestellen nur angemeldete Kunden.',
    signInForDiscount: 'Einige Kunden erhalten nach der Anmeldung einen Rabatt.',
    signIn: 'Anmelden',
  },
  fr: {
    acceptTerms: 'J’accepte les conditions de cette boutique.',
    acceptTermsFirst: 'Acceptez les conditions pour passer commande.',
    minimum: (minimum, missing) =>
      `Le minimum de commande est de ${minimum}. Il manque encore ${missing}.`,
    signInFirst: 'Cette boutique accepte les commandes des clients connectés.',
    signInForDiscount: 'Certains clients obtiennent une réduction en se connectant.',
    signIn: 'Se connecter',
  },
  es: {
    acceptTerms: 'Acepto los términos de esta tienda.',
    acceptTermsFirst: 'Acepta los términos para hacer el pedido.',
    minimum: (minimum, missing) => `El pedido mínimo es de ${minimum}. Te faltan ${missing}.`,
    signInFirst: 'Esta tienda acepta pedidos de clientes que han iniciado sesión.',
    signInForDiscount: 'Algunos clientes obtienen un descuento al iniciar sesión.',
    signIn: 'Iniciar sesión',
  },
  pt: {
    acceptTerms: 'Aceito os termos desta loja.',
    acceptTermsFirst: 'Aceite os termos para fazer o pedido.',
    minimum: (minimum, missing) => `O pedido mínimo é de ${minimum}. Faltam ${missing}.`,
    signInFirst: 'Esta loja aceita pedidos de clientes que entraram na conta.',
    signInForDiscount: 'Alguns clientes ganham desconto ao entrar na conta.',
    signIn: 'Entrar',
  },
  ar: {
    acceptTerms: 'أوافق على شروط هذا المتجر.',
    acceptTermsFirst: 'وافق على الشروط لإتمام طلبك.',
    minimum: (minimum, missing) => `الحد الأدنى للطلب هو ${minimum}. ينقصك ${missing}.`,
    signInFirst: 'يقبل هذا المتجر طلبات العملاء المسجلين فقط.',
    signInForDiscount: 'يحصل بعض العملاء على خصم عند تسجيل الدخول.',
    signIn: 'تسجيل الدخول',
  },
}
