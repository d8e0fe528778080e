import type { OrderMailTexts } from './order-mail-language.ts'

export const orderMailPt: OrderMailTexts = {
  templates: {
    received: {
      subject: 'Pedido {{order_number}} recebido',
      heading: 'Agradecemos o seu pedido',
      text: 'Recebemos o seu pedido {{order_number}}.',
      button: 'Ver pedido',
    },
    payment_request: {
      subject: 'Seu pedido {{order_number}} na {{store_name}}',
      heading: 'Seu pedido está pronto para pagamento',
      text:
        'Preparamos o pedido {{order_number}} para você. Valor a pagar: {{amount}}. Abra ' +
        'o pedido para ver como pagar.',
      button: 'Ver e pagar',
    },
    paid: {
      subject: 'Pagamento do pedido {{order_number}} recebido',
      heading: 'Recebemos o seu pagamento',
      text: 'Obrigado. O seu pagamento de {{amount}} pelo pedido {{order_number}} chegou.',
      button: 'Ver pedido',
    },
    payment_failed: {
      subject: 'Falha no pagamento do pedido {{order_number}}',
      heading: 'O seu pagamento falhou',
      text:
        'Não foi possível receber o pagamento do pedido {{order_number}}. ' +
        'Abra o pedido para ver o valor em aberto.',
      button: 'Ver pedido',
    },
    shipped: {
      subject: 'O pedido {{order_number}} está a caminho',
      heading: 'Seu pedido está a caminho',
      text: 'Enviamos o seu pedido.',
      button: 'Ver pedido',
    },
    delivered: {
      subject: 'O pedido {{order_number}} foi entregue',
      heading: 'Seu pedido chegou',
      text: 'Seu pedido foi entregue. Esperamos que você goste.',
      button: 'Ver pedido',
    },
    cancelled: {
      subject: 'O pedido {{order_number}} foi cancelado',
      heading: 'Seu pedido foi cancelado',
      text: '{{reason}}\n\nSe você não esperava por isso, responda a este e-mail.',
      button: 'Ver pedido',
    },
    refunded: {
      subject: 'Reembolso do pedido {{order_number}}',
      heading: 'Seu reembolso está a caminho',
      text: 'Reembolsamos {{amount}} do pedido {{order_number}}. O valor pode levar alguns dias para chegar.',
      button: 'Ver pedido',
    },
    return_accepted: {
      subject: 'Devolução do pedido {{order_number}} aceita',
      heading: 'Sua devolução foi aceita',
      text: 'Você pode enviar os itens de volta.\n\n{{reason}}',
      button: 'Ver pedido',
    },
    return_declined: {
      subject: 'Devolução do pedido {{order_number}} recusada',
      heading: 'Sua devolução foi recusada',
      text: '{{reason}}\n\nSe você tiver dúvidas, responda a este e-mail.',
      button: 'Ver pedido',
    },
    withdrawal: {
      subject: 'Desistência do pedido {{order_number}} recebida',
      heading: 'Recebemos a sua desistência',
      text:
        'Este e-mail confirma que você desistiu do contrato do pedido {{order_number}}. ' +
        'Entraremos em contato sobre os próximos passos.',
      button: 'Ver pedido',
    },
    new_order: {
      subject: 'Novo pedido {{order_number}}',
      heading: 'Você tem um novo pedido',
      text: '{{customer_name}} fez o pedido {{order_number}} no valor de {{total}}.',
      button: 'Ver pedido',
    },
    order_notification: {
      subject: 'Pedido {{order_number}}: {{reason}}',
      heading: '{{reason}}',
      text: 'Trata-se do pedido {{order_number}} no valor de {{total}}.',
      button: 'Ver pedido',
    },
  },
  reasons: {
    customer: 'O pedido foi cancelado como você solicitou.',
    stock: 'Infelizmente, os produtos estão esgotados.',
    payment: 'Não recebemos o pagamento.',
    address: 'Não entregamos no endereço do pedido.',
    duplicate: 'O pedido havia sido feito duas vezes.',
  },
  notifications: {
    order_canceled: 'Cancelado pelo cliente',
    order_withdrawn: 'Desistência recebida',
    return_requested: 'Devolução solicitada',
    payment_failed: 'Falha no pagamento',
    refund_failed: 'Falha no reembolso',
    payment_disputed: 'Pagamento contestado',
    dispute_won: 'Contestação ganha',
    dispute_lost: 'Contestação perdida',
  },
  discount: 'Desconto',
  shipping: 'Entrega',
  tax: 'Impostos',
  includedTax: 'Impostos incluídos',
  taxExemptions: {
    reverse_charge: 'Autoliquidação: o comprador paga o IVA.',
    exempt: 'Este pedido é isento de imposto.',
  },
  total: 'Total',
  payment: 'Pagamento',
  transfer: {
    accountHolder: 'Titular da conta',
    amount: 'Valor',
    reference: 'Referência do pagamento',
    scanCode: 'Escaneie este código com o aplicativo do seu banco.',
  },
  deliveryAddress: 'Endereço de entrega',
  billedTo: 'Faturado para',
  vatId: 'Número de IVA',
  tracking: 'Código de rastreio',
  writeReview: 'Escrever uma avaliação',
  name: 'Nome',
  order: 'Pedido',
  email: 'E-mail',
  receivedAt: 'Recebida em',
  terms: 'Termos de serviço',
  refundPolicy: 'Política de reembolso',
}
