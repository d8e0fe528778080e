import type { ThemeGroup } from '#contract/theme.ts'
import { buildThemeSchema } from './theme-schema.ts'

export type CatalogTheme = {
  code: string
  name: string
  description: string
  release: string
  schema: ThemeGroup[]
}

/** The first theme is the default of a new store. */
export const catalogThemes: readonly [CatalogTheme, ...CatalogTheme[]] = [
  {
    code: 'linen',
    name: 'Linen',
    description: 'Warm paper tones and a calm serif font. For handmade goods, ceramics and home.',
    release: '1.0.0',
    schema: buildThemeSchema(
      {
        background: '#faf7f2',
        surface: '#ffffff',
        text: '#2b2622',
        muted: '#6f655b',
        accent: '#7a4a2b',
        onAccent: '#ffffff',
        line: '#e7dfd4',
      },
      {
        headingFont: 'serif',
        bodyFont: 'humanist',
        textSize: 16,
        radius: 4,
        headerLayout: 'centred',
        heroLayout: 'split',
        cardStyle: 'plain',
        imageRatio: 'portrait',
        perRow: 3,
        button: 'filled',
        stickyHeader: false,
        showVendor: false,
      },
    ),
  },
  {
    code: 'harbour',
    name: 'Harbour',
    description: 'Clear blue on white with spacious cards. Suits any catalog.',
    release: '1.0.0',
    schema: buildThemeSchema(
      {
        background: '#ffffff',
        surface: '#f4f7fb',
        text: '#122033',
        muted: '#566579',
        accent: '#1d5fbf',
        onAccent: '#ffffff',
        line: '#dce4ee',
      },
      {
        headingFont: 'grotesk',
        bodyFont: 'system',
        textSize: 16,
        radius: 10,
        headerLayout: 'left',
        heroLayout: 'full',
        cardStyle: 'raised',
        imageRatio: 'square',
        perRow: 4,
        button: 'filled',
        stickyHeader: true,
        showVendor: true,
      },
    ),
  },
  {
    code: 'nocturne',
    name: 'Nocturne',
    description: 'Bright images on a dark background. For music, lighting and games.',
    release: '1.0.0',
    schema: buildThemeSchema(
      {
        background: '#12131a',
        surface: '#1c1e28',
        text: '#f2f2f7',
        muted: '#a5a8ba',
        accent: '#f2b84b',
        onAccent: '#1d1607',
        line: '#2d3040',
      },
      {
        headingFont: 'geometric',
        bodyFont: 'geometric',
        textSize: 16,
        radius: 14,
        headerLayout: 'split',
        heroLayout: 'full',
        cardStyle: 'framed',
        imageRatio: 'square',
        perRow: 4,
        button: 'pill',
        stickyHeader: true,
        showVendor: false,
      },
    ),
  },
  {
    code: 'orchard',
    name: 'Orchard',
    description: 'Fresh greens and round shapes. For food, plants, children and pets.',
    release: '1.0.0',
    schema: buildThemeSchema(
      {
        background: '#f6fbf3',
        surface: '#ffffff',
        text: '#1d2b1f',
        muted: '#56685a',
        accent: '#2e7d43',
        onAccent: '#ffffff',
        line: '#d8e8d6',
      },
      {
        headingFont: 'humanist',
        bodyFont: 'humanist',
        textSize: 17,
        radius: 20,
        headerLayout: 'left',
        heroLayout: 'split',
        cardStyle: 'framed',
        imageRatio: 'landscape',
        perRow: 3,
        button: 'pill',
        stickyHeader: false,
        showVendor: true,
      },
    ),
  },
  {
    code: 'gallery',
    name: 'Gallery',
    description:
      'Black and white with large images and an elegant serif font. For clothing, prints and jewelry.',
    release: '1.0.0',
    schema: buildThemeSchema(
      {
        background: '#ffffff',
        surface: '#ffffff',
        text: '#0d0d0d',
        muted: '#666666',
        accent: '#0d0d0d',
        onAccent: '#ffffff',
        line: '#e3e3e3',
      },
      {
        headingFont: 'didone',
        bodyFont: 'grotesk',
        textSize: 15,
        radius: 0,
        headerLayout: 'centred',
        heroLayout: 'quiet',
        cardStyle: 'plain',
        imageRatio: 'portrait',
        perRow: 4,
        button: 'outline',
        stickyHeader: false,
        showVendor: true,
      },
    ),
  },
]
