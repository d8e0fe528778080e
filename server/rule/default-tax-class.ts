import { getLocaleLanguage, type Language } from '#contract/lib/languages.ts'
import type { Tx } from '../lib/db/db.ts'

const names: Record<Language, string> = {
  en: 'Standard',
  de: 'Standard',
  fr: 'Standard',
  pt: 'Padrão',
  es: 'Estándar',
  ar: 'قياسي',
}

/** Creates the tax class of the products without one. */
export const insertStandardTaxClass = (tx: Tx, locale: string) => tx`
  insert into tax_class (name, is_standard) values (${names[getLocaleLanguage(locale)]}, true)`
