import styles from './image-viewer.css?inline'

const maxZoom = 4
const clickZoom = 2.5
const doubleTapMs = 300

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets.push(sheet)

/**
 * Shows the images of a gallery one by one in a dialog. A click, a double tap, two fingers and the
 * keys + and - magnify the image. `close` closes the dialog: a module that this one shares with the
 * script of every page would be one more file of every page.
 */
export function openViewer(
  openedLink: HTMLAnchorElement,
  close: (dialog: HTMLDialogElement) => void,
) {
  const gallery = openedLink.closest<HTMLElement>('.gallery')
  if (!gallery) return
  const links = [...gallery.querySelectorAll<HTMLAnchorElement>('.gallery-link')]
  const slides = links.map(createSlide)
  const dialog = document.createElement('dialog')
  const track = document.createElement('div')
  const counter = document.createElement('p')
  let index = links.indexOf(openedLink)

  const showIndex = () => {
    counter.textContent = slides.length > 1 ? `${index + 1} / ${slides.length}` : ''
    dialog.setAttribute('aria-label', links[index]?.textContent ?? '')
  }
  const go = (step: number, behavior: ScrollBehavior = 'auto') => {
    index = (index + step + slides.length) % slides.length
    for (const slide of slides) setZoom(slide, 1)
    slides[index]?.scrollIntoView({ block: 'nearest', inline: 'start', behavior })
    showIndex()
  }
  const addButton = (name: string, icon: string, onClick: () => void) =>
    dialog.append(createButton(name, icon, gallery.dataset[name] ?? '', onClick))
  dialog.className = 'viewer'
  track.className = 'viewer-track'
  counter.className = 'viewer-counter'
  counter.setAttribute('aria-live', 'polite')
  track.append(...slides)
  addButton('close', '✕', () => close(dialog))
  dialog.append(track, counter)
  if (slides.length > 1) {
    addButton('previous', '‹', () => go(-1))
    addButton('next', '›', () => go(1))
  }
  track.addEventListener('scroll', () => {
    const slideIndex = Math.round(Math.abs(track.scrollLeft) / track.clientWidth)
    if (slideIndex !== index && slides[slideIndex]) {
      index = slideIndex
      showIndex()
    }
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    document.getElementById(`image-${index + 1}`)?.scrollIntoView({ block: 'nearest' })
  })
  dialog.addEventListener('keydown', event => {
    const slide = slides[index]
    const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const factor = { '+': 1.5, '-': 1 / 1.5 }[event.key]
    if (slide && factor) setZoom(slide, getZoom(slide) * factor)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      go(event.key === forward ? 1 : -1)
    else return
    event.preventDefault()
  })
  document.body.append(dialog)
  dialog.showModal()
  go(0, 'instant')
}

function createButton(name: string, icon: string, label: string, onClick: () => void) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = `viewer-${name}`
  button.ariaLabel = label
  button.textContent = icon
  button.addEventListener('click', onClick)
  return button
}

function createSlide(link: HTMLAnchorElement): HTMLElement {
  const slide = document.createElement('div')
  const image = document.createElement('img')
  image.loading = 'lazy'
  image.draggable = false
  image.src = link.href
  image.alt = link.querySelector('img')?.alt ?? ''
  slide.className = 'viewer-slide'
  slide.append(image)
  let lastTap = 0
  slide.addEventListener('click', event => {
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
    const isFirstTap = isTouch && event.timeStamp - lastTap > doubleTapMs
    lastTap = event.timeStamp
    if (!isFirstTap) setZoom(slide, getZoom(slide) > 1 ? 1 : clickZoom, event)
  })
  // The mouse moves over the whole of a magnified image.
  slide.addEventListener('pointermove', event => {
    if (event.pointerType !== 'mouse' || getZoom(slide) === 1) return
    const box = slide.getBoundingClientRect()
    slide.scrollTo({
      left: ((event.clientX - box.left) / box.width) * (slide.scrollWidth - box.width),
      top: ((event.clientY - box.top) / box.height) * (slide.scrollHeight - box.height),
      behavior: 'instant',
    })
  })
  addPinch(slide)
  return slide
}

/** Two fingers magnify the image between them. */
function addPinch(slide: HTMLElement) {
  let start = { distance: 0, zoom: 1 }
  const measure = ({ touches: [a, b] }: TouchEvent) =>
    a && b
      ? {
          distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
          clientX: (a.clientX + b.clientX) / 2,
          clientY: (a.clientY + b.clientY) / 2,
        }
      : undefined
  slide.addEventListener(
    'touchstart',
    event => {
      const fingers = measure(event)
      if (fingers) start = { distance: fingers.distance, zoom: getZoom(slide) }
    },
    { passive: true },
  )
  slide.addEventListener(
    'touchmove',
    event => {
      const fingers = measure(event)
      if (!fingers) return
      event.preventDefault()
      setZoom(slide, (start.zoom * fingers.distance) / start.distance, fingers)
    },
    { passive: false },
  )
}

const getZoom = (slide: HTMLElement) => Number(slide.style.getPropertyValue('--zoom') || 1)

/** Magnifies an image and keeps its part at a point of the screen, the middle by default. */
function setZoom(
  slide: HTMLElement,
  newZoom: number,
  point?: { clientX: number; clientY: number },
) {
  const before = getZoom(slide)
  const zoom = Math.min(Math.max(newZoom, 1), maxZoom)
  const box = slide.getBoundingClientRect()
  const x = point ? point.clientX - box.left : box.width / 2
  const y = point ? point.clientY - box.top : box.height / 2
  const left = ((slide.scrollLeft + x) / before) * zoom - x
  const top = ((slide.scrollTop + y) / before) * zoom - y
  slide.style.setProperty('--zoom', String(zoom))
  slide.toggleAttribute('data-magnified', zoom > 1)
  slide.scrollTo({ left, top, behavior: 'instant' })
}
