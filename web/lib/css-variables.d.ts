import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Values that a style sheet reads, such as the level of a row. */
    [variable: `--${string}`]: string | number | undefined
  }
}
