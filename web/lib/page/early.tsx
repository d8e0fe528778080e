import { type ComponentType, lazy, useState } from 'react'

/**
 * A heavy part in a chunk of its own, fetched beside the page that has it rather than when it is drawn. Once there it is
 * drawn at once: no placeholder, so that nothing jumps.
 */
export function early<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let there: ComponentType<P> | undefined
  const coming = load().then(part => {
    there = part
    return { default: part }
  })
  coming.catch(() => {}) // told where it is drawn
  const Late = lazy(() => coming)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the level of its module
  return function Early(props: P) {
    // One that was begun with stays: another component would be a new one, with nothing typed.
    const [Part] = useState<ComponentType<P>>(() => there ?? Late)
    return <Part {...props} />
  }
}
