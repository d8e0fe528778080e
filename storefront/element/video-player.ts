import { findClickedLink } from './plain-click.ts'

// Replaces the link to a video by its player. Before the click, nothing is requested from the host
// of the video.
document.addEventListener('click', event => {
  const link = findClickedLink(event, '.video > a')
  const video = link?.closest<HTMLElement>('.video')
  const { embed, title } = video?.dataset ?? {}
  if (!link || !embed) return
  event.preventDefault()
  const player = document.createElement('iframe')
  player.src = embed
  player.title = title ?? ''
  player.allow = 'autoplay; fullscreen; picture-in-picture'
  link.replaceWith(player)
  player.focus()
})
