import type { OrderMailTexts } from './order-mail-language.ts'

export const orderMailDe: OrderMailTexts = {
  templates: {
    received: {
      subject: 'Bestellung {{order_number}} eingegangen',
      heading: 'Vielen Dank für Ihre Bestellung',
      text: 'Wir haben Ihre Bestellung {{order_number}} erhalten.',
      button: 'Bestellung ansehen',
    },
    payment_request: {
      subject: 'Ihre Bestellung {{order_number}} bei {{store_name}}',
      heading: 'Ihre Bestellung ist bereit zur Zahlung',
      text:
        'Wir haben die Bestellung {{order_number}} für Sie vorbereitet. Zu zahlen sind ' +
        '{{amount}}. In der Bestellung sehen Sie, wie Sie bezahlen können.',
      button: 'Ansehen und bezahlen',
    },
    paid: {
      subject: 'Zahlung für Bestellung {{order_number}} eingegangen',
      heading: 'Wir haben Ihre Zahlung erhalten',
      text: 'Vielen Dank. Ihre Zahlung von {{amount}} für die Bestellung {{order_number}} ist eingegangen.',
      button: 'Bestellung ansehen',
    },
    payment_failed: {
      subject: 'Zahlung für Bestellung {{order_number}} fehlgeschlagen',
      heading: 'Ihre Zahlung ist fehlgeschlagen',
      text:
        'Die Zahlung für die Bestellung {{order_number}} ist fehlgeschlagen. ' +
        'In der Bestellung sehen Sie, welcher Betrag offen ist.',
      button: 'Bestellung ansehen',
    },
    shipped: {
      subject: 'Bestellung {{order_number}} ist unterwegs',
      heading: 'Ihre Bestellung ist unterwegs',
      text: 'Wir haben Ihre Bestellung versandt.',
      button: 'Bestellung ansehen',
    },
    delivered: {
      subject: 'Bestellung {{order_number}} wurde zugestellt',
      heading: 'Ihre Bestellung ist angekommen',
      text: 'Ihre Bestellung wurde zugestellt. Wir wünschen Ihnen viel Freude damit.',
      button: 'Bestellung ansehen',
    },
    cancelled: {
      subject: 'Bestellung {{order_number}} wurde storniert',
      heading: 'Ihre Bestellung wurde storniert',
      text: '{{reason}}\n\nWenn Sie damit nicht gerechnet haben, antworten Sie auf diese E-Mail.',
      button: 'Bestellung ansehen',
    },
    refunded: {
      subject: 'Rückerstattung für Bestellung {{order_number}}',
      heading: 'Ihre Rückerstattung ist unterwegs',
      text:
        'Wir haben Ihnen {{amount}} für die Bestellung {{order_number}} zurückerstattet. ' +
        'Bis das Geld bei Ihnen ist, kann es einige Tage dauern.',
      button: 'Bestellung ansehen',
    },
    return_accepted: {
      subject: 'Rücksendung zu Bestellung {{order_number}} angenommen',
      heading: 'Ihre Rücksendung wurde angenommen',
      text: 'Sie können die Artikel zurücksenden.\n\n{{reason}}',
      button: 'Bestellung ansehen',
    },
    return_declined: {
      subject: 'Rücksendung zu Bestellung {{order_number}} abgelehnt',
      heading: 'Ihre Rücksendung wurde abgelehnt',
      text: '{{reason}}\n\nWenn Sie Fragen haben, antworten Sie auf diese E-Mail.',
      button: 'Bestellung ansehen',
    },
    withdrawal: {
      subject: 'Widerruf zu Bestellung {{order_number}} eingegangen',
      heading: 'Wir haben Ihren Widerruf erhalten',
      text:
        'Diese E-Mail bestätigt, dass Sie den Vertrag über die Bestellung {{order_number}} widerrufen haben. ' +
        'Wir melden uns zum weiteren Ablauf.',
      button: 'Bestellung ansehen',
    },
    new_order: {
      subject: 'Neue Bestellung {{order_number}}',
      heading: 'Sie haben eine neue Bestellung',
      text: '{{customer_name}} hat die Bestellung {{order_number}} über {{total}} aufgegeben.',
      button: 'Bestellung ansehen',
    },
    order_notification: {
      subject: 'Bestellung {{order_number}}: {{reason}}',
      heading: '{{reason}}',
      text: 'Es geht um die Bestellung {{order_number}} über {{total}}.',
      button: 'Bestellung ansehen',
    },
  },
  reasons: {
    customer: 'Die Bestellung wurde auf Ihren Wunsch storniert.',
    stock: 'Leider sind die Produkte nicht mehr vorrätig.',
    payment: 'Wir haben keine Zahlung erhalten.',
    address: 'An die Adresse der Bestellung können wir nicht liefern.',
    duplicate: 'Die Bestellung ist doppelt eingegangen.',
  },
  notifications: {
    order_canceled: 'Vom Kunden storniert',
    order_withdrawn: 'Widerruf eingegangen',
    return_requested: 'Rücksendung angefragt',
    payment_failed: 'Zahlung fehlgeschlagen',
    refund_failed: 'Rückerstattung fehlgeschlagen',
    payment_disputed: 'Zahlung angefochten',
    dispute_won: 'Anfechtung gewonnen',
    dispute_lost: 'Anfechtung verloren',
  },
  discount: 'Rabatt',
  shipping: 'Lieferung',
  tax: 'MwSt.',
  includedTax: 'Enthaltene MwSt.',
  taxExemptions: {
    reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
    exempt: 'Diese Bestellung ist von der Steuer befreit.',
  },
  total: 'Gesamtbetrag',
  payment: 'Zahlung',
  transfer: {
    accountHolder: 'Kontoinhaber',
    amount: 'Betrag',
    reference: 'Verwendungszweck',
    scanCode: 'Scannen Sie den Code mit Ihrer Banking-App.',
  },
  deliveryAddress: 'Lieferadresse',
  billedTo: 'Rechnung an',
  vatId: 'USt-IdNr.',
  tracking: 'Sendungsnummer',
  writeReview: 'Bewertung schreiben',
  name: 'Name',
  order: 'Bestellung',
  email: 'E-Mail',
  receivedAt: 'Eingegangen',
  terms: 'AGB',
  refundPolicy: 'Rückgaberichtlinie',
}
