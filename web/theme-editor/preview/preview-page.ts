import type { TemplateKind } from '#contract/section/section-definition.ts'

/** The width of the preview, as of the device that it stands for. */
export const deviceWidths = { desktop: null, tablet: 820, phone: 390 } as const
export type PreviewDevice = keyof typeof deviceWidths
export const previewDevices = ['desktop', 'tablet', 'phone'] as const satisfies PreviewDevice[]

/** A path that no page has, so that the preview shows the page for missing pages. */
export const missingPagePath = '/not-found-preview'

/** Returns the kind of a page by its path, or null for pages that are not made from sections. */
export function getTemplateOfPath(path: string): TemplateKind | null {
  const pathname = path.split(/[?#]/)[0] ?? ''
  if (pathname === '/' || pathname === '') return 'home'
  if (pathname === missingPagePath) return 'notFound'
  if (/^\/categories\/[^/]+$/.test(pathname)) return 'category'
  if (/^\/products\/[^/]+$/.test(pathname)) return 'product'
  return /^\/pages\/[^/]+$/.test(pathname) ? 'content' : null
}

/** Returns the address of a page in the preview, whose own address ends with a slash. */
export const buildPreviewUrl = (previewUrl: string, path: string) =>
  `${previewUrl}${path.replace(/^\//, '')}`
