/** Calls that store no field of their input unchanged, with the reason. */
export const otherCalls: Record<string, string> = {
  'upcomingPage.update': 'changes the list of its reply: upcoming-page-routes.test.ts',
  'account.createPasskey': 'needs a device',
  'conversation.create': 'becomes a message: conversation.test.ts',
  'conversation.reply': 'becomes a message: conversation.test.ts',
  'conversation.addNote': 'becomes a message: conversation.test.ts',
  'conversation.saveDraft': 'becomes a draft: conversation.test.ts',
  'conversation.update': 'changes a conversation of a shopper: conversation.test.ts',
  'customer.addAddress': 'stores one object: customer-address.test.ts',
  'customer.updateAddress': 'stores one object: customer-address.test.ts',
  'discount.createCodes': 'stores random codes: discount-codes.test.ts',
  'invoice.create': 'refers to an order: invoice.test.ts',
  'invoice.update': 'stores one object, shown in the document: invoice.test.ts',
  'invoice.updateSettings': 'has one row: invoice.test.ts',
  'onboarding.update': 'dismisses a hint',
  'order.updateArchived': 'stores a time: archived-orders.test.ts',
  'order.updateNote': 'changes an event of the timeline: write-order-note.test.ts',
  'order.createPackerLink': 'refers to orders: packer-link.test.ts',
  'order.createPrint': 'refers to orders: print-orders.test.ts',
  'order.updatePaperSettings': 'has one row: order-paper.test.ts',
  'order.updateItems': 'replaces lines by the rules of a new order: order-items.test.ts',
  'labelService.set': 'has one row: create-label.test.ts',
  'mailDomain.set': 'has one row: mail-domain.test.ts',
  'paymentAccount.connect': 'encrypts the key: payment-account-routes.test.ts',
  'paymentAccount.disconnect': 'deletes the account: payment-account-routes.test.ts',
  'review.updateStatus': 'changes the status only: review.test.ts',
  'theme.createPreviewLink': 'stores nothing',
  'theme.saveDraft':
    'replaces templates, whose sections have fields of their own: theme-draft.test.ts',
  'staff.update': 'changes the role or the status of a member: staff-routes.test.ts',
  'storePassword.update': 'stores a hash: store-access.test.ts',
  'view.saveDefaultView': 'refers to a view: view-routes.test.ts',
}

const combine = (names: readonly string[], fields: readonly string[], reason: string) =>
  Object.fromEntries(names.flatMap(name => fields.map(field => [`${name}.${field}`, reason])))

/** Fields that a call does not store as they are sent, with the reason. */
export const otherFields: Record<string, string> = {
  'order.addRefund.payment': 'refers to an online payment: provider-refund.test.ts',
  ...combine(
    ['webhook', 'apiKey', 'paymentMethod'],
    ['create.password', 'create.otp', 'update.password', 'update.otp'],
    'confirms the change',
  ),
  ...combine(['cms.update'], ['password', 'otp'], 'confirms the change'),
  'apiKey.create.validDays': 'becomes expiresAt',
  ...combine(
    ['business.create', 'business.update', 'cms.update.identity'],
    ['logo', 'favicon'],
    'is an image of the store: business-routes.test.ts',
  ),
  'business.update.slug': 'changes the host: business-routes.test.ts',
  'business.update.email': 'requires the password: sensitive-changes.test.ts',
  ...combine(['order.create', 'order.update'], ['customer._id'], 'selects a customer'),
  ...combine(
    ['task.create', 'task.update'],
    ['orderId', 'productId', 'customerId', 'assigneeId'],
    'refers to a row of the store: task-routes.test.ts',
  ),
  ...combine(
    ['orderMail.update'],
    ['kind', 'language', 'subject', 'heading', 'text', 'button'],
    'belongs to a template in a list: order-mail.test.ts',
  ),
  ...combine(['order.create'], ['discountCode', 'automaticDiscounts'], 'becomes discounts'),
  ...combine(['order.updateStatus', 'order.updateTracking'], ['isNotified'], 'decides on emails'),
  'order.update.isNotified': 'decides whether an email is sent: edit-mails.test.ts',
  'order.create.isDraft': 'becomes the status: payment-link.test.ts',
  'order.create.paidWith': 'becomes a payment of the full amount',
  'product.create.images._id': 'refers to a new image: product-routes.test.ts',
  'product.create.variants._id': 'refers to no variant yet',
  'product.create.variants.image': 'refers to an image: product-routes.test.ts',
  'product.update.images._id': 'refers to an image: product-routes.test.ts',
  ...combine(['product.update.variants'], ['_id', 'image'], 'refers to a record of the product'),
  'view.saveLayout.list': 'selects the list: view-routes.test.ts',
  'webhook.update.isOn': 'becomes the status',
}
