import { type ComponentType, lazy, useState } from 'react'

/**
 * Returns a component with a chunk of its own, which loads together with the chunk of its page
 * instead of at the first render. A loaded component renders without a placeholder, so that the
 * page does not shift.
 */
export function preloadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let loadedComponent: ComponentType<P> | undefined
  const loadPromise = load().then(component => {
    loadedComponent = component
    return { default: component }
  })
  loadPromise.catch(() => {}) // the render reports the error
  const LazyComponent = lazy(() => loadPromise)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, at module level
  return function Preloadable(props: P) {
    // Never replaced while mounted: a new component would lose the entered text.
    const [Component] = useState<ComponentType<P>>(() => loadedComponent ?? LazyComponent)
    return <Component {...props} />
  }
}
