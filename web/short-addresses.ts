/** Short addresses, and the pages that they lead to. */
export const shortAddresses = {
  '/': '/dashboard',
  '/profile': '/apps/profile',
  '/faq': '/apps/help',
}
