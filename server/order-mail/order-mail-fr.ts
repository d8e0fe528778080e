import type { OrderMailTexts } from './order-mail-language.ts'

export const orderMailFr: OrderMailTexts = {
  templates: {
    received: {
      subject: 'Commande {{order_number}} reçue',
      heading: 'Merci pour votre commande',
      text: 'Nous avons bien reçu votre commande {{order_number}}.',
      button: 'Voir la commande',
    },
    payment_request: {
      subject: 'Votre commande {{order_number}} chez {{store_name}}',
      heading: 'Votre commande est prête à être payée',
      text:
        'Nous avons préparé la commande {{order_number}} pour vous. Montant à payer : ' +
        '{{amount}}. Ouvrez la commande pour voir comment payer.',
      button: 'Voir et payer',
    },
    paid: {
      subject: 'Paiement de la commande {{order_number}} reçu',
      heading: 'Nous avons reçu votre paiement',
      text: 'Merci. Votre paiement de {{amount}} pour la commande {{order_number}} nous est parvenu.',
      button: 'Voir la commande',
    },
    payment_failed: {
      subject: 'Échec du paiement de la commande {{order_number}}',
      heading: 'Votre paiement a échoué',
      text:
        'Le paiement de la commande {{order_number}} n’a pas abouti. ' +
        'Ouvrez la commande pour voir le montant restant à payer.',
      button: 'Voir la commande',
    },
    shipped: {
      subject: 'La commande {{order_number}} est en route',
      heading: 'Votre commande est en route',
      text: 'Nous avons expédié votre commande.',
      button: 'Voir la commande',
    },
    delivered: {
      subject: 'La commande {{order_number}} a été livrée',
      heading: 'Votre commande est arrivée',
      text: 'Votre commande a été livrée. Nous espérons qu’elle vous plaira.',
      button: 'Voir la commande',
    },
    cancelled: {
      subject: 'La commande {{order_number}} a été annulée',
      heading: 'Votre commande a été annulée',
      text: '{{reason}}\n\nSi vous ne vous y attendiez pas, répondez à cet e-mail.',
      button: 'Voir la commande',
    },
    refunded: {
      subject: 'Remboursement de la commande {{order_number}}',
      heading: 'Votre remboursement est en cours',
      text:
        'Nous vous avons remboursé {{amount}} pour la commande {{order_number}}. ' +
        'Le versement peut prendre quelques jours.',
      button: 'Voir la commande',
    },
    return_accepted: {
      subject: 'Retour de la commande {{order_number}} accepté',
      heading: 'Votre retour a été accepté',
      text: 'Vous pouvez renvoyer les articles.\n\n{{reason}}',
      button: 'Voir la commande',
    },
    return_declined: {
      subject: 'Retour de la commande {{order_number}} refusé',
      heading: 'Votre retour a été refusé',
      text: '{{reason}}\n\nSi vous avez des questions, répondez à cet e-mail.',
      button: 'Voir la commande',
    },
    withdrawal: {
      subject: 'Rétractation de la commande {{order_number}} reçue',
      heading: 'Nous avons reçu votre rétractation',
      text:
        'Cet e-mail confirme que vous vous êtes rétracté du contrat de la commande {{order_number}}. ' +
        'Nous vous contacterons pour la suite.',
      button: 'Voir la commande',
    },
    new_order: {
      subject: 'Nouvelle commande {{order_number}}',
      heading: 'Vous avez une nouvelle commande',
      text: '{{customer_name}} a passé la commande {{order_number}} d’un montant de {{total}}.',
      button: 'Voir la commande',
    },
    order_notification: {
      subject: 'Commande {{order_number}} : {{reason}}',
      heading: '{{reason}}',
      text: 'Il s’agit de la commande {{order_number}} d’un montant de {{total}}.',
      button: 'Voir la commande',
    },
  },
  reasons: {
    customer: 'La commande a été annulée à votre demande.',
    stock: 'Malheureusement, les produits ne sont plus en stock.',
    payment: 'Nous n’avons pas reçu le paiement.',
    address: 'Nous ne livrons pas à l’adresse de la commande.',
    duplicate: 'La commande avait été passée deux fois.',
  },
  notifications: {
    order_canceled: 'Annulée par le client',
    order_withdrawn: 'Rétractation reçue',
    return_requested: 'Retour demandé',
    payment_failed: 'Échec du paiement',
    refund_failed: 'Échec du remboursement',
    payment_disputed: 'Paiement contesté',
    dispute_won: 'Litige gagné',
    dispute_lost: 'Litige perdu',
  },
  discount: 'Réduction',
  shipping: 'Livraison',
  tax: 'TVA',
  includedTax: 'Dont TVA',
  taxExemptions: {
    reverse_charge: 'Autoliquidation : l’acheteur paie la TVA.',
    exempt: 'Cette commande est exonérée de taxe.',
  },
  total: 'Total',
  payment: 'Paiement',
  transfer: {
    accountHolder: 'Titulaire du compte',
    amount: 'Montant',
    reference: 'Référence du paiement',
    scanCode: 'Scannez ce code avec votre application bancaire.',
  },
  deliveryAddress: 'Adresse de livraison',
  billedTo: 'Facturé à',
  vatId: 'Numéro de TVA',
  tracking: 'Numéro de suivi',
  writeReview: 'Donner votre avis',
  name: 'Nom',
  order: 'Commande',
  email: 'E-mail',
  receivedAt: 'Reçue le',
  terms: 'Conditions générales de vente',
  refundPolicy: 'Politique de remboursement',
}
