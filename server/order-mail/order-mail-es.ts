import type { OrderMailTexts } from './order-mail-language.ts'

export const orderMailEs: OrderMailTexts = {
  templates: {
    received: {
      subject: 'Pedido {{order_number}} recibido',
      heading: 'Gracias por tu pedido',
      text: 'Hemos recibido tu pedido {{order_number}}.',
      button: 'Ver pedido',
    },
    payment_request: {
      subject: 'Tu pedido {{order_number}} en {{store_name}}',
      heading: 'Tu pedido está listo para pagar',
      text:
        'Hemos preparado el pedido {{order_number}} para ti. Importe pendiente: ' +
        '{{amount}}. Abre el pedido para ver cómo pagarlo.',
      button: 'Ver y pagar',
    },
    paid: {
      subject: 'Pago del pedido {{order_number}} recibido',
      heading: 'Hemos recibido tu pago',
      text: 'Gracias. Nos ha llegado tu pago de {{amount}} del pedido {{order_number}}.',
      button: 'Ver pedido',
    },
    payment_failed: {
      subject: 'El pago del pedido {{order_number}} ha fallado',
      heading: 'Tu pago ha fallado',
      text: 'No hemos podido cobrar el pedido {{order_number}}. Abre el pedido para ver el importe pendiente.',
      button: 'Ver pedido',
    },
    shipped: {
      subject: 'El pedido {{order_number}} está en camino',
      heading: 'Tu pedido está en camino',
      text: 'Hemos enviado tu pedido.',
      button: 'Ver pedido',
    },
    delivered: {
      subject: 'El pedido {{order_number}} se ha entregado',
      heading: 'Tu pedido ha llegado',
      text: 'Tu pedido se ha entregado. Esperamos que lo disfrutes.',
      button: 'Ver pedido',
    },
    cancelled: {
      subject: 'El pedido {{order_number}} se ha cancelado',
      heading: 'Tu pedido se ha cancelado',
      text: '{{reason}}\n\nSi no lo esperabas, responde a este correo.',
      button: 'Ver pedido',
    },
    refunded: {
      subject: 'Reembolso del pedido {{order_number}}',
      heading: 'Tu reembolso está en camino',
      text:
        'Te hemos reembolsado {{amount}} del pedido {{order_number}}. ' +
        'El dinero puede tardar unos días en llegar.',
      button: 'Ver pedido',
    },
    return_accepted: {
      subject: 'Devolución del pedido {{order_number}} aceptada',
      heading: 'Hemos aceptado tu devolución',
      text: 'Puedes devolvernos los artículos.\n\n{{reason}}',
      button: 'Ver pedido',
    },
    return_declined: {
      subject: 'Devolución del pedido {{order_number}} rechazada',
      heading: 'Hemos rechazado tu devolución',
      text: '{{reason}}\n\nSi tienes preguntas, responde a este correo.',
      button: 'Ver pedido',
    },
    withdrawal: {
      subject: 'Desistimiento del pedido {{order_number}} recibido',
      heading: 'Hemos recibido tu desistimiento',
      text:
        'Este correo confirma que has desistido del contrato del pedido {{order_number}}. ' +
        'Te escribiremos con los próximos pasos.',
      button: 'Ver pedido',
    },
    new_order: {
      subject: 'Nuevo pedido {{order_number}}',
      heading: 'Tienes un pedido nuevo',
      text: '{{customer_name}} ha hecho el pedido {{order_number}} por {{total}}.',
      button: 'Ver pedido',
    },
    order_notification: {
      subject: 'Pedido {{order_number}}: {{reason}}',
      heading: '{{reason}}',
      text: 'Se trata del pedido {{order_number}} por {{total}}.',
      button: 'Ver pedido',
    },
  },
  reasons: {
    customer: 'El pedido se ha cancelado como pediste.',
    stock: 'Por desgracia, los productos están agotados.',
    payment: 'No hemos recibido el pago.',
    address: 'No podemos entregar en la dirección del pedido.',
    duplicate: 'El pedido se había hecho dos veces.',
  },
  notifications: {
    order_canceled: 'Cancelado por el cliente',
    order_withdrawn: 'Desistimiento recibido',
    return_requested: 'Devolución solicitada',
    payment_failed: 'Pago fallido',
    refund_failed: 'Reembolso fallido',
    payment_disputed: 'Pago disputado',
    dispute_won: 'Disputa ganada',
    dispute_lost: 'Disputa perdida',
  },
  discount: 'Descuento',
  shipping: 'Entrega',
  tax: 'IVA',
  includedTax: 'IVA incluido',
  taxExemptions: {
    reverse_charge: 'Inversión del sujeto pasivo: el comprador paga el IVA.',
    exempt: 'Este pedido está exento de impuestos.',
  },
  total: 'Total',
  payment: 'Pago',
  transfer: {
    accountHolder: 'Titular de la cuenta',
    amount: 'Importe',
    reference: 'Concepto del pago',
    scanCode: 'Escanea este código con la app de tu banco.',
  },
  deliveryAddress: 'Dirección de entrega',
  billedTo: 'Facturado a',
  vatId: 'NIF-IVA',
  tracking: 'Número de seguimiento',
  writeReview: 'Escribir una reseña',
  name: 'Nombre',
  order: 'Pedido',
  email: 'Correo electrónico',
  receivedAt: 'Recibido',
  terms: 'Términos y condiciones',
  refundPolicy: 'Política de reembolso',
}
