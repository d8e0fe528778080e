import type { Language } from './lib/languages.ts'

/**
 * The sentences that shoppers agree to. The store keeps the one that the form showed with the
 * consent.
 */
export const newsletterConsents: Record<Language, (store: string) => string> = {
  en: store =>
    `I want to receive the newsletter of ${store} by email. I can unsubscribe at any time.`,
  de: store =>
    `Ich möchte den Newsletter von ${store} per E-Mail erhalten. Ich kann mich jederzeit abmelden.`,
  fr: store =>
    `Je souhaite recevoir la newsletter de ${store} par e-mail. Je peux me désabonner à tout moment.`,
  es: store =>
    `Quiero recibir el boletín de ${store} por correo. Puedo darme de baja en cualquier momento.`,
  pt: store =>
    `Quero receber a newsletter de ${store} por e-mail. Posso cancelar a qualquer momento.`,
  ar: store => `أرغب في تلقي النشرة البريدية من ${store}. يمكنني إلغاء الاشتراك في أي وقت.`,
}
