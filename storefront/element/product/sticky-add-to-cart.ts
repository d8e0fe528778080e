// Shows the button that adds a product at the bottom of phones while its form is out of sight. The
// bar leaves the footer free.
const isVisible = (element: Element | null) => {
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < innerHeight
}

export function updateStickyAddToCart() {
  const bar = document.querySelector<HTMLElement>('.sticky-add-to-cart')
  const form = document.querySelector('.product-details .add-to-cart')
  if (bar) bar.hidden = !form || isVisible(form) || isVisible(document.querySelector('.footer'))
}

if (document.querySelector('.sticky-add-to-cart')) {
  addEventListener('scroll', updateStickyAddToCart, { passive: true })
  addEventListener('resize', updateStickyAddToCart)
  updateStickyAddToCart()
}
