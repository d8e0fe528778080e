import type { Language } from '#contract/lib/text/languages.ts'
import { orderMailAr } from './order-mail-ar.ts'
import { orderMailDe } from './order-mail-de.ts'
import { orderMailEn } from './order-mail-en.ts'
import { orderMailEs } from './order-mail-es.ts'
import { orderMailFr } from './order-mail-fr.ts'
import type { OrderMailTexts } from './order-mail-language.ts'
import { orderMailPt } from './order-mail-pt.ts'

/** The texts of emails about orders, in the languages of stores. */
export const orderMailTexts: Record<Language, OrderMailTexts> = {
  en: orderMailEn,
  de: orderMailDe,
  fr: orderMailFr,
  pt: orderMailPt,
  es: orderMailEs,
  ar: orderMailAr,
}
