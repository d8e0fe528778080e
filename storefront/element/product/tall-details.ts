// Details that are higher than the window stick at their end: shoppers see it beside a long gallery.
const details = document.querySelector<HTMLElement>('.product-details')

if (details)
  new ResizeObserver(() => {
    details.style.setProperty('--height', `${details.offsetHeight}px`)
  }).observe(details)
