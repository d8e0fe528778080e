import type { OrderMailTexts } from './order-mail-language.ts'

export const orderMailEn: OrderMailTexts = {
  templates: {
    received: {
      subject: 'Order {{order_number}} received',
      heading: 'Thank you for your order',
      text: 'We have received your order {{order_number}}.',
      button: 'View order',
    },
    payment_request: {
      subject: 'Your order {{order_number}} from {{store_name}}',
      heading: 'Your order is ready to pay',
      text:
        'We have prepared order {{order_number}} for you. {{amount}} is due. Open the ' +
        'order to see how to pay.',
      button: 'View and pay',
    },
    paid: {
      subject: 'Payment for order {{order_number}} received',
      heading: 'We have received your payment',
      text: 'Thank you. Your payment of {{amount}} for order {{order_number}} has arrived.',
      button: 'View order',
    },
    payment_failed: {
      subject: 'Payment for order {{order_number}} failed',
      heading: 'Your payment failed',
      text: 'We couldn’t collect the payment for order {{order_number}}. Open the order to see what is due.',
      button: 'View order',
    },
    shipped: {
      subject: 'Order {{order_number}} is on its way',
      heading: 'Your order is on its way',
      text: 'We have sent your order.',
      button: 'View order',
    },
    delivered: {
      subject: 'Order {{order_number}} was delivered',
      heading: 'Your order has arrived',
      text: 'Your order was delivered. We hope you enjoy it.',
      button: 'View order',
    },
    cancelled: {
      subject: 'Order {{order_number}} was canceled',
      heading: 'Your order was canceled',
      text: '{{reason}}\n\nIf you didn’t expect this, reply to this email.',
      button: 'View order',
    },
    refunded: {
      subject: 'Refund for order {{order_number}}',
      heading: 'We’ve sent your refund',
      text:
        'We have refunded {{amount}} for order {{order_number}}. ' +
        'It can take a few days until you receive the money.',
      button: 'View order',
    },
    return_accepted: {
      subject: 'Return for order {{order_number}} accepted',
      heading: 'Your return was accepted',
      text: 'You can send the items back.\n\n{{reason}}',
      button: 'View order',
    },
    return_declined: {
      subject: 'Return for order {{order_number}} declined',
      heading: 'Your return was declined',
      text: '{{reason}}\n\nIf you have questions, reply to this email.',
      button: 'View order',
    },
    withdrawal: {
      subject: 'Withdrawal from order {{order_number}} received',
      heading: 'We have received your withdrawal',
      text:
        'This email confirms that you have withdrawn from the contract for order {{order_number}}. ' +
        'We will contact you about the next steps.',
      button: 'View order',
    },
    new_order: {
      subject: 'New order {{order_number}}',
      heading: 'You have a new order',
      text: '{{customer_name}} placed order {{order_number}} for {{total}}.',
      button: 'View order',
    },
    order_notification: {
      subject: 'Order {{order_number}}: {{reason}}',
      heading: '{{reason}}',
      text: 'This is about order {{order_number}} for {{total}}.',
      button: 'View order',
    },
  },
  reasons: {
    customer: 'The order was canceled as you requested.',
    stock: 'Unfortunately, the products are out of stock.',
    payment: 'We didn’t receive the payment.',
    address: 'We can’t deliver to the address of the order.',
    duplicate: 'The order was placed twice.',
  },
  notifications: {
    order_canceled: 'Canceled by the customer',
    order_withdrawn: 'Withdrawal received',
    return_requested: 'Return requested',
    payment_failed: 'Payment failed',
    refund_failed: 'Refund failed',
    payment_disputed: 'Payment disputed',
    dispute_won: 'Dispute won',
    dispute_lost: 'Dispute lost',
  },
  discount: 'Discount',
  shipping: 'Delivery',
  tax: 'Tax',
  includedTax: 'Including tax',
  taxExemptions: {
    reverse_charge: 'Reverse charge: the buyer pays the VAT.',
    exempt: 'This order is exempt from tax.',
  },
  total: 'Total',
  payment: 'Payment',
  transfer: {
    accountHolder: 'Account holder',
    amount: 'Amount',
    reference: 'Payment reference',
    scanCode: 'Scan this code with your banking app.',
  },
  deliveryAddress: 'Delivery address',
  billedTo: 'Billed to',
  vatId: 'VAT ID',
  tracking: 'Tracking number',
  writeReview: 'Write a review',
  name: 'Name',
  order: 'Order',
  email: 'Email',
  receivedAt: 'Received',
  terms: 'Terms of service',
  refundPolicy: 'Return policy',
}
