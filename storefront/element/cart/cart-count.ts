// Shows in the header how many units the cart has. A cookie has the number, because the page is the
// same for all shoppers.
export function showCartCount() {
  const [, count = ''] = /(?:^|; )__Host-cart-count=(\d+)/.exec(document.cookie) ?? []
  for (const element of document.querySelectorAll<HTMLElement>('.cart-link .cart-count')) {
    element.hidden = Number(count) === 0
    element.textContent = Number(count) > 99 ? '99+' : count
  }
}

showCartCount()
// The browser can show a page again that is older than the cart.
addEventListener('pageshow', showCartCount)
document.addEventListener('visibilitychange', showCartCount)
