import { buildThemeSchema, type ThemeDefinition } from '../theme-schema.ts'

export const theme: ThemeDefinition = {
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
}
