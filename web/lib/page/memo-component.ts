import { type ComponentType, memo } from 'react'

// React's own `memo` forgets type parameters; the component it gives takes exactly what the one it is given takes.
// biome-ignore lint/suspicious/noExplicitAny: props of any kind
export const memoComponent = <C extends (props: any) => React.ReactNode>(component: C): C =>
  memo(component as ComponentType<object>) as unknown as C
