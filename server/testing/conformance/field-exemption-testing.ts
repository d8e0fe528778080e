/** Calls that store no field of their input unchanged, with the reason. */
export const otherCalls: Record<string, string> = {
  'upcomingPage.update': 'changes the list of its reply: upcoming-page-routes.test.ts',
  'account.createPasskey': 'needs a device',
  'customer.addAddress': 'stores one object: customer-address.test.ts',
  'customer.updateAddress': 'stores one object: customer-address.test.ts',
  'discount.createCodes': 'stores random codes: discount-codes.test.ts',
  'invoice.create': 'refers to an order: invoice.test.ts',
  'invoice.update': 'stores one object, shown in the document: invoice.test.ts',
  'invoice.updateSettings': 'has one row: invoice.test.ts',
  'onboarding.update': 'dismisses a hint',
  'order.updateArchived': 'stores a time: archived-orders.test.ts',
  'order.updateItems': 'replaces lines by the rules of a new order: order-items.test.ts',
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
