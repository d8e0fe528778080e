import { buildThemeSchema, type ThemeDefinition } from '../theme-schema.ts'

export const theme: ThemeDefinition = {
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
}
