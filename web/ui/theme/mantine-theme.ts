import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core'

const accent = [
  '#F3F3FD',
  '#E3E3FA',
  '#C5C5F4',
  '#ADADF1',
  '#9A9AEE',
  '#7A7AE4',
  '#5B5BD6',
  '#4A4AC0',
  '#3C3CA3',
  '#2F2F84',
] as const
const dark = [
  '#EDEDF3',
  '#C6C6D4',
  '#A5A5B8',
  '#8E8EA2',
  '#3A3A47',
  '#2C2C37',
  '#26262F',
  '#1F1F28',
  '#16161D',
  '#101016',
] as const
const headingStyle = (size: string) => ({ fontSize: size, lineHeight: '1.2', fontWeight: '600' })

// Mantine computes text contrast on filled components once, for the light skin. These colors follow
// the current skin.
const textColorOnFilled: Record<string, string> = {
  accent: 'var(--sw-on-accent)',
  red: 'var(--sw-on-bad)',
}
// A button without a background has the color of a link.
const textVariants = new Set(['subtle', 'transparent'])
const variantColorResolver: VariantColorsResolver = input => {
  const colors = defaultVariantColorsResolver(input)
  const name = input.color ?? input.theme.primaryColor
  if (input.variant === 'filled') {
    const color = textColorOnFilled[name]
    return color ? { ...colors, color } : colors
  }
  const isAccentText = name === 'accent' && textVariants.has(input.variant)
  return isAccentText ? { ...colors, color: 'var(--sw-accent-text)' } : colors
}

export const theme = createTheme({
  variantColorResolver,
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.183, // white text on a brighter color has a contrast below 4.5
  black: '#1D1D2B',
  fontFamily: [
    "'Inter Variable'",
    "'Noto Sans Arabic Variable'",
    "'Noto Sans Arabic Stand-in'",
    "'Inter Stand-in'",
    'system-ui',
    '-apple-system',
    "'Segoe UI'",
    'sans-serif',
  ].join(', '),
  headings: {
    fontWeight: '600',
    sizes: {
      h1: headingStyle('20px'),
      h2: headingStyle('16px'),
      h3: headingStyle('14px'),
      h4: headingStyle('14px'),
      h5: headingStyle('13px'),
      h6: headingStyle('13px'),
    },
  },
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.2', xl: '1.2' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { radius: 4 } },
    // A target for touch has at least 24 pixels.
    InputClearButton: { defaultProps: { size: 24 } },
    // A <header> in a dialog would be a second banner landmark of the page.
    DrawerHeader: { defaultProps: { component: 'div' } },
    ModalHeader: { defaultProps: { component: 'div' } },
    // The focus placeholder is not a menu item, and a menu must contain only items. Without it, the
    // first item gets the focus.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        radius: 'md',
        shadow: 'md',
        withinPortal: true,
        transitionProps: { duration: 120 },
      },
    },
    Modal: {
      defaultProps: {
        radius: 'md',
        centered: true,
        transitionProps: { duration: 150, transition: 'pop' },
      },
    },
    Portal: { defaultProps: { target: '.sw-above' } },
    Popover: { defaultProps: { radius: 'md', shadow: 'md', transitionProps: { duration: 120 } } },
    // The list itself scrolls. A scroll area inside it would not be reachable with the keyboard.
    ...Object.fromEntries(
      ['Autocomplete', 'MultiSelect', 'Select', 'TagsInput'].map(name => [
        name,
        { defaultProps: { withScrollArea: false } },
      ]),
    ),
    Text: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 100 } } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
  },
})

const tokens = {
  '--mantine-color-body': 'var(--sw-card)',
  '--mantine-color-text': 'var(--sw-text)',
  '--mantine-color-dimmed': 'var(--sw-dimmed)',
  '--mantine-color-placeholder': 'var(--sw-dimmed)',
  '--mantine-color-disabled-color': 'var(--sw-disabled)',
  '--mantine-color-default-border': 'var(--sw-hairline)',
  '--mantine-color-default-hover': 'var(--sw-hover)',
  '--mantine-color-error': 'var(--sw-bad-text)',
  '--mantine-color-anchor': 'var(--sw-accent-text)',
}

// Mantine derives the soft accent of the dark skin from the darkest shade, invisible on cards.
const softAccent = {
  '--mantine-color-accent-light': 'var(--sw-accent-soft)',
  '--mantine-color-accent-light-hover': '#353559',
  '--mantine-color-accent-light-color': accent[2],
}

// The red of Mantine has too little contrast on white, as text and as a background.
const readableRed = {
  '--mantine-color-red-6': '#CF2A2A',
  '--mantine-color-red-filled': '#CF2A2A',
  '--mantine-color-red-filled-hover': '#B82222',
}

/** Maps the variables of Mantine to the tokens, so that a skin is only a set of values. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...tokens, ...readableRed, '--sw-accent-text': accent[7] },
  dark: {
    ...tokens,
    '--sw-accent-text': accent[3],
    '--mantine-color-default': '#26262F',
    ...softAccent,
  },
})
