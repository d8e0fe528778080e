import { buildThemeSchema, type ThemeDefinition } from '../theme-schema.ts'

export const theme: ThemeDefinition = {
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
      heroLayout: 'split',
      cardStyle: 'plain',
      imageRatio: 'portrait',
      perRow: 4,
      button: 'outline',
      stickyHeader: false,
      showVendor: true,
    },
  ),
}
