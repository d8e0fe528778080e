import { type ComponentType, memo } from 'react'

// Works like `memo` of React, and also keeps the type parameters of the component.
// biome-ignore lint/suspicious/noExplicitAny: props of any kind
export const memoComponent = <C extends (props: any) => React.ReactNode>(component: C): C =>
  memo(component as ComponentType<object>) as unknown as C
