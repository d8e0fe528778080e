import { closeAfterPaint } from './next-paint.ts'
import { findClickedLink } from './plain-click.ts'

// Opens the images of a product in a dialog and scrolls to an image without moving the page.
document.addEventListener('click', event => {
  const imageLink = findClickedLink(event, '.gallery-link')
  const thumbnail = findClickedLink(event, '.thumbnails a')
  if (!imageLink && !thumbnail) return
  event.preventDefault()
  if (imageLink)
    void import('./image-viewer.ts').then(({ openViewer }) =>
      openViewer(imageLink, closeAfterPaint),
    )
  if (thumbnail)
    document
      .getElementById(thumbnail.hash.slice(1))
      ?.scrollIntoView({ block: 'nearest', inline: 'start' })
})

// Marks the small image or dot of the image that is visible. `scroll` does not bubble.
document.addEventListener(
  'scroll',
  ({ target }) => {
    if (!(target instanceof Element && target.matches('.gallery-images'))) return
    const slideIndex = Math.round(Math.abs(target.scrollLeft) / target.clientWidth)
    target.parentElement?.querySelectorAll('.thumbnails a').forEach((link, index) => {
      if (index === slideIndex) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    })
  },
  { capture: true, passive: true },
)
