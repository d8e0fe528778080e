import { type ComponentType, lazy, useState } from 'react'

/**
 * A heavy part in a chunk of its own, fetched beside the page that has it rather than when it is drawn. Once there it is
 * drawn at once: no placeholder, so that nothing jumps.
 */
export function preloadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let loadedComponent: ComponentType<P> | undefined
  const loadPromise = load().then(component => {
    loadedComponent = component
    return { default: component }
  })
  loadPromise.catch(() => {}) // told where it is drawn
  const LazyComponent = lazy(() => loadPromise)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the level of its module
  return function Preloadable(props: P) {
    // One that was begun with stays: another component would be a new one, with nothing typed.
    const [Component] = useState<ComponentType<P>>(() => loadedComponent ?? LazyComponent)
    return <Component {...props} />
  }
}
