import type { Page } from '@playwright/test'

/** The form also has a billing address, whose labels are the same. */
export const getDeliveryField = (page: Page, label: string) =>
  page.locator('.checkout-address').getByLabel(label)

/** Fills in the email and an address in Germany, without its country. */
export async function fillCheckout(page: Page) {
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await getDeliveryField(page, 'Full name').fill('Ada Verne')
  await getDeliveryField(page, 'Street and house number').fill('Quay 4')
  await getDeliveryField(page, 'Postal code').fill('20457')
  await getDeliveryField(page, 'City').fill('Hamburg')
}
