import { issue } from '../error/issue.ts'
import { singleLineText } from '../schemas.ts'

export type Video = { provider: 'youtube' | 'vimeo'; id: string }

const patterns: [Video['provider'], RegExp][] = [
  ['youtube', /^https:\/\/youtu\.be\/([\w-]{6,20})(?:[?&#/].*)?$/i],
  [
    'youtube',
    /^https:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{6,20})(?:[&#].*)?$/i,
  ],
  [
    'youtube',
    /^https:\/\/(?:www\.|m\.)?youtube\.com\/(?:shorts|live|embed)\/([\w-]{6,20})(?:[?&#/].*)?$/i,
  ],
  ['vimeo', /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{3,12})(?:[?#/].*)?$/i],
]

export const videoProviders: Record<
  Video['provider'],
  { name: string; origin: string; getPlayerPath: (id: string) => string }
> = {
  youtube: {
    name: 'YouTube',
    origin: 'https://www.youtube-nocookie.com',
    getPlayerPath: id => `/embed/${id}?autoplay=1`,
  },
  vimeo: {
    name: 'Vimeo',
    origin: 'https://player.vimeo.com',
    getPlayerPath: id => `/video/${id}?dnt=1&autoplay=1`,
  },
}

/** Returns the video of a YouTube or Vimeo URL. */
export function parseVideoUrl(url: string): Video | undefined {
  for (const [provider, pattern] of patterns) {
    const [, id] = pattern.exec(url) ?? []
    if (id) return { provider, id }
  }
  return undefined
}

/** Whether browsers can play the file of a URL without a provider. */
export const isVideoFileUrl = (url: string) =>
  /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?\/[^\s"'<>\\?#]+\.(?:mp4|webm)(?:\?[^\s"'<>\\#]*)?$/i.test(
    url,
  ) && URL.canParse(url)

/** Whether a page of a store can play the video of a URL. */
export const isVideoUrl = (url: string) => parseVideoUrl(url) !== undefined || isVideoFileUrl(url)

export const maxVideoUrlLength = 300
/** The URL of a video that shoppers can play on a page of the store. */
export const VideoUrl = singleLineText(maxVideoUrlLength).refine(
  url => url === '' || isVideoUrl(url),
  issue('invalid_video_url'),
)
