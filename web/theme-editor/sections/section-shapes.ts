import type { SectionType } from '#contract/section/section-catalog.ts'

/** A part of the drawing of a section, on a field of 120 by 72. */
export type SectionShape = {
  kind: 'image' | 'title' | 'text' | 'button' | 'box'
  x: number
  y: number
  width: number
  height: number
}

const image = (x: number, y: number, width: number, height: number): SectionShape => ({
  kind: 'image',
  x,
  y,
  width,
  height,
})
const box = (x: number, y: number, width: number, height: number): SectionShape => ({
  ...image(x, y, width, height),
  kind: 'box',
})
const title = (x: number, y: number, width: number): SectionShape => ({
  ...image(x, y, width, 5),
  kind: 'title',
})
const text = (x: number, y: number, width: number): SectionShape => ({
  ...image(x, y, width, 3),
  kind: 'text',
})
const button = (x: number, y: number, width: number): SectionShape => ({
  ...image(x, y, width, 8),
  kind: 'button',
})
/** The shapes of each column, from left to right. */
const columns = (count: number, shapesAt: (x: number, width: number) => SectionShape[]) => {
  const gap = 4
  const width = (104 - gap * (count - 1)) / count
  return Array.from({ length: count }, (_, i) => shapesAt(8 + i * (width + gap), width)).flat()
}
const lines = (x: number, y: number, ...widths: number[]) =>
  widths.map((width, i) => text(x, y + i * 6, width))

const products = [
  title(8, 8, 40),
  ...columns(4, (x, width) => [
    image(x, 20, width, 30),
    text(x, 54, width * 0.8),
    text(x, 60, width / 2),
  ]),
]
const slides = [image(8, 6, 104, 60), title(20, 26, 44), text(20, 36, 34), button(20, 44, 24)]

const shapes: Partial<Record<SectionType, SectionShape[]>> = {
  slideshow: slides,
  imageText: [
    image(8, 10, 50, 52),
    title(66, 18, 38),
    ...lines(66, 28, 46, 42),
    button(66, 44, 24),
  ],
  columns: columns(3, (x, width) => [
    image(x, 10, width, 30),
    title(x, 44, width * 0.7),
    ...lines(x, 54, width, width * 0.8),
  ]),
  gallery: columns(3, (x, width) => [image(x, 8, width, 26), image(x, 38, width, 26)]),
  logoList: columns(5, (x, width) => [box(x, 28, width, 16)]),
  video: [image(8, 6, 104, 60), button(50, 32, 20)],
  featuredProducts: products,
  boughtTogether: products,
  relatedProducts: products,
  categoryGrid: columns(3, (x, width) => [image(x, 10, width, 42), title(x, 56, width * 0.6)]),
  categorySpotlight: [
    image(8, 8, 66, 56),
    title(82, 20, 28),
    ...lines(82, 30, 30, 24),
    button(82, 46, 24),
  ],
  productStory: [image(8, 8, 40, 56), title(56, 14, 42), ...lines(56, 26, 56, 52, 56, 40)],
  productReviews: [
    title(8, 8, 30),
    ...lines(8, 20, 28, 28, 28, 28),
    ...[8, 38].flatMap(y => [title(50, y, 24), ...lines(50, y + 10, 62, 54)]),
  ],
  text: [title(36, 14, 48), ...lines(24, 28, 72, 72, 72, 50)],
  faq: [title(20, 8, 40), ...[20, 32, 44, 56].map(y => box(20, y, 80, 9))],
  testimonials: columns(3, (x, width) => [
    box(x, 14, width, 44),
    ...lines(x + 4, 22, width - 8, width - 8, width - 14),
    title(x + 4, 46, width / 2),
  ]),
  benefits: columns(4, (x, width) => [
    button(x + width / 2 - 5, 20, 10),
    title(x + 2, 34, width - 4),
    text(x, 44, width),
  ]),
  steps: columns(3, (x, width) => [
    button(x, 16, 10),
    title(x, 30, width * 0.7),
    ...lines(x, 40, width, width * 0.8),
  ]),
  figures: columns(3, (x, width) => [
    { ...title(x + 4, 22, width - 8), height: 14 },
    text(x + 6, 42, width - 12),
  ]),
  promoBanner: [box(8, 18, 104, 36), title(34, 26, 52), button(48, 38, 24)],
  newsletter: [title(34, 16, 52), text(28, 27, 64), box(26, 40, 44, 10), button(74, 41, 20)],
  contactDetails: [
    title(8, 14, 36),
    ...lines(8, 26, 44, 36, 40),
    title(66, 14, 30),
    ...lines(66, 26, 46, 46, 40),
  ],
  contactForm: [box(24, 10, 34, 10), box(62, 10, 34, 10), box(24, 26, 72, 22), button(24, 54, 26)],
  productSearch: [title(34, 20, 52), box(22, 34, 58, 12), button(84, 36, 16)],
  announcementBar: [box(8, 30, 104, 12), text(36, 34, 48)],
  breadcrumbs: [text(8, 34, 18), text(32, 34, 24), text(62, 34, 30)],
  productDetails: [
    image(8, 8, 54, 56),
    title(70, 12, 36),
    ...lines(70, 24, 16, 42, 38),
    button(70, 48, 42),
  ],
  productList: [
    ...lines(8, 12, 18, 14, 18, 16),
    ...[34, 61, 88].flatMap(x => [image(x, 10, 24, 22), image(x, 40, 24, 22)]),
  ],
  pageContent: [title(16, 10, 52), ...lines(16, 24, 88, 88, 84, 88, 60)],
  notFoundMessage: [title(36, 20, 48), text(28, 31, 64), button(48, 42, 24)],
}

/** Returns the drawing of a type of section. A type without one has that of a text. */
export const getSectionShapes = (type: SectionType): SectionShape[] =>
  shapes[type] ?? [title(8, 14, 50), ...lines(8, 28, 104, 104, 96, 60)]
