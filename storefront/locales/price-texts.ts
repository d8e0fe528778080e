import type { Language } from '#contract/lib/text/languages.ts'

type PriceTexts = {
  sale: string
  /** Read aloud before a crossed-out price. */
  earlierPrice: string
  youSave: (amount: string) => string
  priorPrice: (price: string) => string
  recommendedPrice: (price: string) => string
}

/** The texts of reduced and recommended prices. */
export const priceTexts: Record<Language, PriceTexts> = {
  en: {
    sale: 'Sale',
    earlierPrice: 'Earlier price',
    youSave: amount => `You save ${amount}`,
    priorPrice: price => `Lowest price in the last 30 days: ${price}`,
    recommendedPrice: price => `Recommended price: ${price}`,
  },
  de: {
    sale: 'Angebot',
    earlierPrice: 'Früherer Preis',
    youSave: amount => `Sie sparen ${amount}`,
    priorPrice: price => `Niedrigster Preis der letzten 30 Tage: ${price}`,
    recommendedPrice: price => `UVP: ${price}`,
  },
  fr: {
    sale: 'Promotion',
    earlierPrice: 'Ancien prix',
    youSave: amount => `Vous économisez ${amount}`,
    priorPrice: price => `Prix le plus bas des 30 derniers jours : ${price}`,
    recommendedPrice: price => `Prix conseillé : ${price}`,
  },
  pt: {
    sale: 'Promoção',
    earlierPrice: 'Preço anterior',
    youSave: amount => `Você economiza ${amount}`,
    priorPrice: price => `Menor preço dos últimos 30 dias: ${price}`,
    recommendedPrice: price => `Preço sugerido: ${price}`,
  },
  es: {
    sale: 'Oferta',
    earlierPrice: 'Precio anterior',
    youSave: amount => `Ahorras ${amount}`,
    priorPrice: price => `Precio más bajo de los últimos 30 días: ${price}`,
    recommendedPrice: price => `Precio recomendado: ${price}`,
  },
  ar: {
    sale: 'تخفيض',
    earlierPrice: 'السعر السابق',
    youSave: amount => `توفّر ${amount}`,
    priorPrice: price => `أدنى سعر خلال آخر 30 يومًا: ${price}`,
    recommendedPrice: price => `السعر الموصى به: ${price}`,
  },
}
