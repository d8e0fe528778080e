import { buildThemeSchema, type ThemeDefinition } from '../theme-schema.ts'

export const theme: ThemeDefinition = {
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
}
