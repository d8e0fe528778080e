import type { Language } from '#contract/lib/text/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type StorefrontTexts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pt } from './pt.ts'

export const texts: Record<Language, StorefrontTexts> = { ar, de, en, es, fr, pt }
