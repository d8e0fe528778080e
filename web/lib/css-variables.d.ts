import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Variables for style sheets, such as the level of a row. */
    [variable: `--${string}`]: string | number | undefined
  }
}
