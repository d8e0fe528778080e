import { findClickedLink } from './plain-click.ts'

// Opens the images of a product in a dialog and scrolls to an image without moving the page.
document.addEventListener('click', event => {
  const imageLink = findClickedLink(event, '.gallery-link')
  const thumbnail = findClickedLink(event, '.thumbnails a')
  if (!imageLink && !thumbnail) return
  event.preventDefault()
  if (imageLink) openDialog(imageLink)
  if (thumbnail)
    document
      .getElementById(thumbnail.hash.slice(1))
      ?.scrollIntoView({ block: 'nearest', inline: 'start' })
})

function openDialog(openedLink: HTMLAnchorElement) {
  const gallery = openedLink.closest<HTMLElement>('.gallery')
  if (!gallery) return
  const links = [...gallery.querySelectorAll<HTMLAnchorElement>('.gallery-link')]
  const dialog = document.createElement('dialog')
  const image = document.createElement('img')
  const close = document.createElement('button')
  let index = links.indexOf(openedLink)
  const showImage = (step: number) => {
    index = (index + step + links.length) % links.length
    const link = links[index]
    image.src = link?.href ?? ''
    image.alt = link?.querySelector('img')?.alt ?? ''
    dialog.setAttribute('aria-label', link?.textContent ?? '')
  }
  dialog.className = 'zoom'
  close.textContent = gallery.dataset['close'] ?? ''
  close.type = 'button'
  dialog.append(close, image)
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('keydown', ({ key }) => {
    const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (key === 'ArrowLeft' || key === 'ArrowRight') showImage(key === forward ? 1 : -1)
  })
  showImage(0)
  document.body.append(dialog)
  dialog.showModal()
}
