import 'react'

declare module 'react' {
  /** Browser agents call a form with these attributes as a tool (WebMCP). */
  interface FormHTMLAttributes<T> {
    toolname?: string
    tooldescription?: string
  }
  interface InputHTMLAttributes<T> {
    toolparamdescription?: string
  }
}
