// Details taller than the window stick by their bottom edge, so that shoppers can read all of them
// beside a long gallery.
const details = document.querySelector<HTMLElement>('.product-details')

if (details)
  new ResizeObserver(() => {
    details.style.setProperty('--details-height', `${details.offsetHeight}px`)
  }).observe(details)
