/**
 * The languages of the back office with their own names. Each has a file `web/locales/<code>.json`.
 */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
  { code: 'pt', name: 'Português' },
  { code: 'es', name: 'Español' },
  { code: 'ar', name: 'العربية' },
] as const
export type Language = (typeof languages)[number]['code']

export const getLanguageDirection = (language: string): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'
