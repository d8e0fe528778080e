/** The form of the checkout, filled in by a shopper in Germany. */
export const testAddress = {
  email: 'ada@example.com',
  name: 'Ada Verne',
  country: 'DE',
  line1: 'Quay 4',
  postalCode: '20457',
  city: 'Hamburg',
}
